import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isTouched } from '../frame/network/touched'
import { isOpen } from '../popover'

/** Closes a popover on navigation if it was opened before that began; without scripts the new document does so. */
export function useCloseOnNavigation<Element extends HTMLElement>() {
  const popover = useRef<Element>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)
  useLayoutEffect(() => {
    if (shownAt.current === key) return
    shownAt.current = key
    const open = popover.current
    if (open && isOpen(open) && !isTouched(open)) open.hidePopover()
  }, [key])
  return popover
}
