import { focusText } from '../../../ui/forms/focus-text'
import { isComposing, isSendKey, isTyping } from '../../../ui/frame/shortcuts'

/**
 * The keys of the desk press what says `aria-keyshortcuts` of them: a link is followed, a button pressed, a field takes the
 * focus. What is drawn decides, so a key never meets the application before; that of a decision which cannot be made leads to why. While one types, only Escape and Ctrl+Enter act.
 * What is heard is handed to `keep`, for `pressKey` once it is its turn. Those two and what leads to a field act at once, and Escape forgets
 * what was kept. A key that is held down acts once, unless it turns what is read. While a form comes, what is typed belongs to it: no
 * letter acts before, of the whole console's either. Gives how to stop.
 */
export function listenToKeys(keep: (name: string | null) => void, isFormComing: () => boolean): () => void {
  function hold(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (key.length !== 1 || ctrlKey || metaKey || altKey || isComposing(event)) return
    if (isTyping(target) || !isFormComing()) return
    event.stopPropagation()
    event.preventDefault()
    const name = keyName(event)
    if (name !== null && !event.repeat) keep(name)
  }
  function hear(event: KeyboardEvent) {
    if (event.defaultPrevented || isComposing(event)) return
    const at = event.target instanceof Element ? event.target : null
    const name = keyName(event)
    if (name === 'Escape') keep(null)
    const target = name === null ? null : pressedBy(name, at)
    if (name === null || !target) return
    event.preventDefault()
    if (event.repeat && !/^[[\].+-]$/.test(name)) return
    if (isAlways(name) || isTyping(target)) act(target)
    else keep(name)
  }
  // Before those who hear on the document.
  window.addEventListener('keydown', hold, true)
  document.addEventListener('keydown', hear)
  return () => {
    window.removeEventListener('keydown', hold, true)
    document.removeEventListener('keydown', hear)
  }
}

/** Presses what that key presses by now, if anything. */
export function pressKey(name: string): void {
  const target = pressedBy(name, document.activeElement)
  if (target) act(target)
}

function act(target: HTMLElement) {
  if (target instanceof HTMLTextAreaElement) focusText(target)
  else if (target.matches('input, select, [data-refused-keys]')) target.focus()
  else target.click()
}

const isAlways = (name: string) => name === 'Escape' || name === 'Control+Enter'

const SIGNS: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Period: '.',
  Equal: '+',
  NumpadAdd: '+',
  Minus: '-',
  NumpadSubtract: '-',
}

type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * The name of a pressed key as `aria-keyshortcuts` writes it; null for none of ours. Letters by their place on the keyboard,
 * because Cyrillic layouts have no such letters; signs by what they write, or else by their place.
 */
export function keyName(pressed: Pressed): string | null {
  const { code, key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  // With Ctrl alone they are the browser's zoom; some layouts write a bracket with Ctrl and Alt.
  if (Object.values(SIGNS).includes(key) && !metaKey && (!ctrlKey || altKey)) return key
  if (isSendKey(pressed)) return 'Control+Enter'
  if (code === 'KeyZ' && (ctrlKey || metaKey) && !altKey && !shiftKey) return 'Control+Z'
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Escape') return 'Escape'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? SIGNS[code]
  return letter === undefined ? null : shiftKey && !(code in SIGNS) ? `Shift+${letter.toUpperCase()}` : letter
}

/** Where several hear the same key, the form in which one is comes first; nothing hears one that is meant for something else. */
function pressedBy(name: string, at: Element | null): HTMLElement | null {
  if (document.querySelector('dialog[open], :popover-open')) return null
  if (!isAlways(name) && (isTyping(at) || document.querySelector('[data-keys="off"]'))) return null
  const all = [...document.querySelectorAll<HTMLElement>('[data-desk] [aria-keyshortcuts]')].filter(
    (element) =>
      element.getAttribute('aria-keyshortcuts')?.split(' ').includes(name) &&
      element.getAttribute('aria-disabled') !== 'true' &&
      element.checkVisibility() &&
      (name !== 'Control+Enter' || maySend(element, at)),
  )
  const around = at?.closest('form, section')
  return (
    all.find((element) => around?.contains(element)) ??
    all[0] ??
    document.querySelector<HTMLElement>(`[data-desk] [data-refused-keys~="${name}"]`)
  )
}

/** A decision is sent from anywhere; a note, which stays open all the time, only by who is in its form. */
const maySend = (button: HTMLElement, at: Element | null) =>
  !button.closest('[data-internal-notes]') || button.closest('form')?.contains(at) === true
