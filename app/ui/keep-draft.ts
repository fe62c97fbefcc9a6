import { isForOther, tellUnsent } from './unsent'

const QUIET_MS = 700

/** Names one drawing of a form, so that a save which arrives after the form was taken is known as late. */
export const DRAWING_FIELD = 'drawing'
const newDrawing = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/**
 * Sends what is typed into a form to its draft, once the typing rests and when the page is left, by whatever way. A form that
 * was sent is kept or forgotten by the server. Gives back how to stop.
 */
export function keepWhileTyped(form: HTMLFormElement, address: string, pathname: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTyped = false
  let sending = new AbortController()
  const drawing = form.elements.namedItem(DRAWING_FIELD)
  if (drawing instanceof HTMLInputElement) drawing.value = newDrawing()

  function keep() {
    clearTimeout(timer)
    if (!isTyped) return null
    isTyped = false
    sending = new AbortController()
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
    const { signal } = sending
    return fetch(address, { method: 'POST', body, keepalive: true, redirect: 'manual', signal }).then(
      (answer) => void (isForOther(answer) && tellUnsent({ pathname, because: 'otherAccount' })),
      () => void (isTyped ||= !signal.aborted),
    )
  }
  /** Another form of the page, such as the language menu's, may load it anew: what is typed goes first. */
  function keepFirst(event: SubmitEvent) {
    if (event.target === form || !(event.target instanceof HTMLFormElement)) return
    const [other, kept] = [event.target, keep()]
    if (!kept) return
    event.preventDefault()
    event.stopPropagation()
    void kept.then(() => other.requestSubmit(event.submitter))
  }
  function noteTyping() {
    isTyped = true
    clearTimeout(timer)
    timer = setTimeout(() => void keep(), QUIET_MS)
  }
  function noteSending() {
    clearTimeout(timer)
    isTyped = false
    sending.abort()
  }
  const keepWhenHidden = () => document.visibilityState === 'hidden' && void keep()

  form.addEventListener('input', noteTyping)
  form.addEventListener('submit', noteSending)
  document.addEventListener('submit', keepFirst, true)
  window.addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', keepWhenHidden)
  return () => {
    void keep()
    form.removeEventListener('input', noteTyping)
    form.removeEventListener('submit', noteSending)
    document.removeEventListener('submit', keepFirst, true)
    window.removeEventListener('pagehide', keep)
    document.removeEventListener('visibilitychange', keepWhenHidden)
  }
}
