import { focusText } from '../../../ui/forms/focus-text'
import { isComposing, isSendKey, isTyping } from '../../../ui/frame/shortcuts'

/**
 * The keys of the desk press elements by `aria-keyshortcuts`: a link is followed, a button clicked, a field focused. Only what is
 * drawn can be pressed, so a key never acts on the previous application; the key of an impossible decision focuses the reason. While
 * somebody types, only Escape and Ctrl+Enter act. These two, and keys that focus a field, act at once; Escape also drops the kept
 * keys. Other keys go to `keep`, for `pressKey` in their turn. A held key acts once, unless it changes document or zooms. While a
 * form is opening, letters belong to it: no shortcut acts before, not even one of the whole console. Returns a function that stops
 * listening.
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
    const target = name === null ? null : targetOfKey(name, at)
    if (name === null || !target) return
    event.preventDefault()
    if (event.repeat && !/^[[\].+-]$/.test(name)) return
    if (isAlways(name) || isTyping(target)) act(target)
    else keep(name)
  }
  // Before listeners on the document.
  window.addEventListener('keydown', hold, true)
  document.addEventListener('keydown', hear)
  return () => {
    window.removeEventListener('keydown', hold, true)
    document.removeEventListener('keydown', hear)
  }
}

/** Presses the element that a key is for at this moment, if any. */
export function pressKey(name: string): void {
  const target = targetOfKey(name, document.activeElement)
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
 * Returns a pressed key's name as `aria-keyshortcuts` writes it; null for keys we do not use. Letters go by their position, because
 * Cyrillic layouts have no such letters; signs by the character they type, or else by position.
 */
export function keyName(pressed: Pressed): string | null {
  const { code, key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  // With Ctrl alone these are the browser's zoom; some layouts type a bracket with Ctrl and Alt.
  if (Object.values(SIGNS).includes(key) && !metaKey && (!ctrlKey || altKey)) return key
  if (isSendKey(pressed)) return 'Control+Enter'
  if (code === 'KeyZ' && (ctrlKey || metaKey) && !altKey && !shiftKey) return 'Control+Z'
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Escape') return 'Escape'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? SIGNS[code]
  return letter === undefined ? null : shiftKey && !(code in SIGNS) ? `Shift+${letter.toUpperCase()}` : letter
}

/** Of several elements with the same key, the one in the focused form comes first; null while something else should get the key. */
function targetOfKey(name: string, at: Element | null): HTMLElement | null {
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

/** A decision can be sent from anywhere; a note, whose form is always open, only from within its form. */
const maySend = (button: HTMLElement, at: Element | null) =>
  !button.closest('[data-internal-notes]') || button.closest('form')?.contains(at) === true
