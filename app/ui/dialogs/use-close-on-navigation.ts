import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Closes an open popover when the page under it changes; without scripts the new document does that itself. */
export function useCloseOnNavigation<Element extends HTMLElement>() {
  const popover = useRef<Element>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)
  useEffect(() => {
    if (shownAt.current === key) return
    shownAt.current = key
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover()
  }, [key])
  return popover
}
