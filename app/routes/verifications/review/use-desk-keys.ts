import { useEffect, useLayoutEffect, useRef } from 'react'
import { listenToKeys } from './desk-keys'
import type { Desk } from './read-review.server'

/** The keys of the desk, heard as soon as it is seen. */
export function useDeskKeys({ id, openForm }: Desk): void {
  useLayoutEffect(listenToKeys, [])
  useFocus(id, openForm?.action ?? null)
}

/** A form that was closed gives the focus back to what opened it. */
function useFocus(id: string, form: string | null): void {
  const before = useRef({ id, form })
  useEffect(() => {
    const { id: idBefore, form: formBefore } = before.current
    before.current = { id, form }
    if (idBefore === id && formBefore !== null && form === null)
      document.querySelector<HTMLElement>(`[data-act="${formBefore}"]`)?.focus({ preventScroll: true })
  }, [id, form])
}
