import { href } from 'react-router'
/** Where `g` and a letter lead; by the place of the key, because Cyrillic layouts have no such letters. */
export const GO_TO = {
  d: '/',
  v: `${href('/verifications')}/`,
  o: `${href('/organizations')}/`,
  i: `${href('/invites')}/`,
  u: `${href('/users')}/`,
  a: href('/audit'),
} as const

/** How long after `g` a letter still belongs to it. */
export const GO_TO_WITHIN_MS = 1500

/** In a field, or in a menu that is open: the sidebar is one too, but stands in its place where there is room. `:is` passes over what a browser does not know. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], :is(:popover-open)') !== null

const IN_COMPOSITION = 229

/** Whether an input method takes a key for itself; of the last one of a composition Safari says so by its code alone. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === IN_COMPOSITION

/** Ctrl+Enter, which sends what is written. */
export const isSendKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** What is typed from the palette's first chord until its script is there; null while it is not awaited. */
let typed: string | null = null

/** Begins (`true`) or ends to collect keys for the palette while its script loads; gives what was typed until now. */
export function awaitPalette(isAwaited: boolean): string {
  const before = typed ?? ''
  typed = isAwaited ? '' : null
  return before
}

type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Whether a key is meant for the palette that is awaited, and not for the page; Escape ends that. */
export function isForPalette({ key, ctrlKey, metaKey, altKey }: Omit<Pressed, 'code'>): boolean {
  if (typed === null || ctrlKey || metaKey || altKey || !/^(.|Enter|Escape)$/.test(key)) return false
  if (key === 'Escape') typed = null
  else if (key !== 'Enter') typed += key
  return true
}

type Shortcut = { kind: 'palette' | 'sheet' | 'search' } | { kind: 'go'; to: string } | { kind: 'leader' }

/** What a key means; null for nothing, and a letter after `g` that leads nowhere leads to ''. `afterLeader` is true shortly after `g`; single keys act only where they are wanted. */
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
