import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { RECORD_OVER_LIST } from './record-acts'
import { GO_TO_WITHIN_MS, isForPalette, isTyping, shortcutOf } from '../../ui/frame/shortcuts'

type Shortcuts = {
  /** Whether single keys work; the palette's shortcut always does. */
  single: boolean
  /** The addresses that this person may open. */
  opens: readonly string[]
  /** Opens a layer over the page; null stops waiting for one. */
  open: (layer: 'palette' | 'sheet' | null) => void
}

/** The shortcuts that work on every page. Handled before the page's own, so that a letter after `g` means only that. */
export function useShortcuts({ single, opens, open }: Shortcuts): void {
  const navigate = useNavigate()
  const leaderAt = useRef(0)
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      if (isForPalette(event)) {
        event.stopPropagation()
        if (event.key === 'Escape') open(null)
        return event.preventDefault()
      }
      const afterLeader = event.timeStamp - leaderAt.current < GO_TO_WITHIN_MS && leaderAt.current > 0
      const shortcut = shortcutOf(event, { afterLeader, single: single && !isTyping(event.target) })
      leaderAt.current = shortcut?.kind === 'leader' ? event.timeStamp : 0
      if (!shortcut || shortcut.kind === 'leader' || isCovered(shortcut.kind)) return
      event.preventDefault()
      if (shortcut.kind === 'go' && !opens.includes(shortcut.to)) return
      if (shortcut.kind === 'palette' || shortcut.kind === 'sheet') open(shortcut.kind)
      else if (shortcut.kind === 'go') void navigate(shortcut.to)
      else focusSearch()
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [navigate, single, opens, open])
}

/** Whether a layer covers the page; over a record without a form, the palette can still open. */
const isCovered = (kind: string): boolean =>
  document.querySelector('dialog[open]') !== null ||
  document.querySelector(kind === 'palette' ? `[role="dialog"]:not(${RECORD_OVER_LIST})` : '[role="dialog"]') !== null

/** The list's own search, else the one of the top bar. */
function focusSearch(): void {
  const field =
    document.querySelector<HTMLInputElement>('#main input[type="search"]') ??
    document.querySelector<HTMLInputElement>('.topbar input[type="search"]')
  field?.focus()
  field?.select()
}
