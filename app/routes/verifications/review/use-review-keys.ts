import { useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { VERIFICATION_ACTIONS } from '../../../domain/verifications/verification-actions'
import { isTyping, movesByArrows } from '../../../ui/shortcuts'
import type { ReviewView } from './review-view.server'

/**
 * The keys of the review page: one for each allowed action, j or → for the next application, k or ← for the one before. Arrows
 * lead nowhere while a document is read, nor inside a form or what can be scrolled: there they move what is looked at.
 * By their place on the keyboard, because Cyrillic layouts have no such letters.
 */
export function useReviewKeys({ place, actions, path, dialogSearch, hasShortcuts, openDocument }: ReviewView) {
  const navigate = useNavigate()
  const isReading = openDocument !== null
  const hasDialog = useLocation().pathname.replace(/\/$/, '') !== path
  // A layout effect: a key pressed as soon as the next application is seen must not meet the one before.
  useLayoutEffect(() => {
    function go(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (hasDialog || !hasShortcuts) return
      const to = target(event)
      if (!to) return
      event.preventDefault()
      void navigate(to, { preventScrollReset: to.startsWith(`${path}/`) })
    }
    function target({ code, target: at }: KeyboardEvent): string | null {
      if (code.startsWith('Arrow') && (isReading || movesByArrows(at))) return null
      if (code === 'KeyJ' || code === 'ArrowRight') return place.nextHref
      if (code === 'KeyK' || code === 'ArrowLeft') return place.previousHref
      const action = actions.find((allowed) => `Key${VERIFICATION_ACTIONS[allowed].key.toUpperCase()}` === code)
      return action ? `${path}/${action}${dialogSearch}` : null
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [navigate, hasDialog, hasShortcuts, isReading, place, actions, path, dialogSearch])
}
