import { href } from 'react-router'
/** Where `g` and a letter lead. Matched by the key's position, because Cyrillic layouts have no such letters. */
export const GO_TO = {
  d: '/',
  v: `${href('/verifications')}/`,
  o: `${href('/organizations')}/`,
  i: `${href('/invites')}/`,
  u: `${href('/users')}/`,
  a: href('/audit'),
} as const

/** How long after `g` a letter still counts with it. */
export const GO_TO_WITHIN_MS = 1500

/**
 * True in a field or an open popover, not in the sidebar in its fixed place, though it is a popover too. `:is` ignores selectors
 * that a browser does not know.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], :is(:popover-open)') !== null

const IN_COMPOSITION = 229

/** Whether an input method handles a key. For the last key of a composition, Safari says so only by its key code. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === IN_COMPOSITION

/** Ctrl+Enter or Cmd+Enter, which submits a form. */
export const isSendKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** The keys typed between the palette's shortcut and the loading of its script; null when the palette is not awaited. */
let typed: string | null = null

/** Starts (`true`) or stops collecting keys for the palette while its script loads; returns those collected so far. */
export function collectPaletteKeys(isAwaited: boolean): string {
  const before = typed ?? ''
  typed = isAwaited ? '' : null
  return before
}

type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Whether a key is for the awaited palette rather than the page; Escape stops waiting. */
export function isForPalette({ key, ctrlKey, metaKey, altKey }: Omit<Pressed, 'code'>): boolean {
  if (typed === null || ctrlKey || metaKey || altKey || !/^(.|Enter|Escape)$/.test(key)) return false
  if (key === 'Escape') typed = null
  else if (key !== 'Enter') typed += key
  return true
}

type Shortcut = { kind: 'palette' | 'sheet' | 'search' } | { kind: 'go'; to: string } | { kind: 'leader' }

/**
 * Returns a key's shortcut, or null; a letter after `g` that leads nowhere goes to ''. `afterLeader` is true shortly after `g`;
 * without `single`, single keys do nothing.
 */
export function shortcutOf(
  pressed: Pressed,
  { afterLeader, single }: { afterLeader: boolean; single: boolean },
): Shortcut | null {
  const { code, key, ctrlKey, metaKey, altKey } = pressed
  if ((ctrlKey || metaKey) && !altKey && code === 'KeyK') return { kind: 'palette' }
  if (ctrlKey || metaKey || altKey || !single) return null
  if (key === '?') return { kind: 'sheet' }
  if (key === '/') return { kind: 'search' }
  if (afterLeader) {
    if (!/^Key.$/.test(code)) return null
    const letter = Object.keys(GO_TO).find((one) => code === `Key${one.toUpperCase()}`)
    return { kind: 'go', to: letter ? GO_TO[letter as keyof typeof GO_TO] : '' }
  }
  return code === 'KeyG' ? { kind: 'leader' } : null
}
