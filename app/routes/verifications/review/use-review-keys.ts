import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { VERIFICATION_ACTIONS } from '../../../domain/verifications/verification-actions'
import type { ReviewView } from './review-view.server'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [popover]') !== null

/** The keys of the review page: one for each allowed action, j or → for the next application, k or ← for the one before. */
export function useReviewKeys({ place, actions, path, dialogSearch }: ReviewView) {
  const navigate = useNavigate()
  const hasDialog = useLocation().pathname.replace(/\/$/, '') !== path
  useEffect(() => {
    function go(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (hasDialog) return
      const to = target(event.key)
      if (!to) return
      event.preventDefault()
      void navigate(to, { preventScrollReset: to.startsWith(`${path}/`) })
    }
    function target(key: string): string | null {
      if (key === 'j' || key === 'ArrowRight') return place.nextHref
      if (key === 'k' || key === 'ArrowLeft') return place.previousHref
      const action = actions.find((allowed) => VERIFICATION_ACTIONS[allowed].key === key)
      return action ? `${path}/${action}${dialogSearch}` : null
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [navigate, hasDialog, place, actions, path, dialogSearch])
}
