import { startTransition, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { UNSAFE_DataRouterContext, useLocation, type Location } from 'react-router'
import {
  DECISIONS,
  VERIFICATION_ACTION_NAMES,
  VERIFICATION_ACTIONS,
} from '../../../domain/verifications/verification-actions'
import { listenToKeys, pressKey } from './desk-keys'
import type { Desk } from './read-review.server'

/**
 * Handles the desk's keys from the first moment it is visible. Each key acts on the result of the one before: it waits for pending
 * requests, such as a claim, and is dropped when those bring another application or a field to type in.
 */
export function useDeskKeys({ id, path, openForm }: Desk): void {
  const { key, pathname } = useLocation()
  const router = use(UNSAFE_DataRouterContext)?.router
  const kept = useRef<{ id: string; name: string }[]>([])
  const [turn, setTurn] = useState(0)
  const take = () => startTransition(() => setTurn((before) => before + 1))
  useLayoutEffect(() => {
    const keep = (name: string | null) => {
      if (name === null) kept.current = []
      else kept.current.push({ id, name })
      take()
    }
    const isFormComing = () => {
      const { location, formMethod } = router?.state.navigation ?? {}
      const isOpening = location && !formMethod && isAtForm(location, path)
      return isOpening || kept.current.some((one) => one.id === id && opensForm(one.name))
    }
    return listenToKeys(keep, isFormComing)
  }, [id, path, router])
  useEffect(() => router?.subscribe(() => kept.current.length > 0 && take()), [router])
  useEffect(() => {
    // From the router itself: a busy browser draws the pending state late, or never.
    if (router?.state.navigation.state !== 'idle' || router.state.location.key !== key) return
    const next = kept.current.shift()
    if (next?.id === id) pressKey(next.name)
    if (next) take()
  }, [id, key, router, turn])
  useFocus(id, openForm?.action ?? OWN_PAGES.find((name) => name === wordAfter(path, pathname)) ?? null)
}

/** Forms that are drawn at their own address after they were sent and refused. */
const OWN_PAGES = [...VERIFICATION_ACTION_NAMES, 'second']
const isAtForm = ({ pathname, search }: Location, path: string) =>
  new URLSearchParams(search).has('decide') || OWN_PAGES.includes(wordAfter(path, pathname) ?? '')
const opensForm = (key: string) => DECISIONS.some((decision) => VERIFICATION_ACTIONS[decision].key === key)
const wordAfter = (path: string, pathname: string) => pathname.slice(path.length).split('/')[1]

/** A form that closes returns the focus to what opened it. */
function useFocus(id: string, form: string | null): void {
  const before = useRef({ id, form })
  useEffect(() => {
    const { id: idBefore, form: formBefore } = before.current
    before.current = { id, form }
    if (idBefore === id && formBefore !== null && form === null)
      document.querySelector<HTMLElement>(`[data-act="${formBefore}"]`)?.focus({ preventScroll: true })
  }, [id, form])
}
