import { CONFORM_INTENT, FORM_FIELDS, LEFT_SAVE } from '../../../form-protocol'
import { isForOther, onUnsent, tellDraft, tellUnsent, type DraftNews } from './unsent'

const QUIET_MS = 700
/** Browsers refuse to go on sending more than 64 KB for a page that is left. */
const KEEPALIVE_MAX_BYTES = 60_000

/** What the answers to a save mean; it is `keepLapsed` of the server that answers 202. */
const NEWS: Record<number, DraftNews> = { 202: 'lapsed', 204: 'kept', 401: 'signedOut', 413: 'tooLong' }
const FAILED_FROM = 500
const LEFT_SAVE_MAX_AGE_S = 10
/** The server waits as long for a save. */
const HELD_MS = 3000
const MAX_PAUSE_MS = 30_000

/** Of the next save of this page: the server keeps the text of the highest. */
let number = Date.now()

/** Forms that wait until a text is kept, and the one that has waited. */
const held = new Set<HTMLFormElement>()
let released: HTMLFormElement | null = null

/** Names one drawing of a form, so that a save which arrives after the form was taken is known as late; or one save. */
const newName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Sends what is typed into a form to its draft, once the typing rests and when the page is left, by whatever way. A form that
 * was sent is kept or forgotten by the server, unless it did not arrive there. Gives back how to stop.
 */
export function keepWhileTyped(form: HTMLFormElement, address: string, pathname: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTyped = false
  let isStopped = false
  let hasFailed = false
  let sending = new AbortController()
  /** The save that the server has not answered yet. */
  let onTheWay: string | null = null
  let saving: Promise<unknown> | null = null
  const drawing = form.elements.namedItem(FORM_FIELDS.drawing)
  if (drawing instanceof HTMLInputElement && drawing.value === '') drawing.value = newName()

  function keep() {
    clearTimeout(timer)
    if (!isTyped) return null
    isTyped = false
    sending = new AbortController()
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
    const { signal } = sending
    const keepalive = body.toString().length < KEEPALIVE_MAX_BYTES
    const name = `${newName()}-${number++}`
    const to = `${address}&${LEFT_SAVE}=${name}`
    const send = () => fetch(to, { method: 'POST', body, keepalive, redirect: 'manual', signal })
    onTheWay = name
    const answered = send().finally(() => {
      if (onTheWay !== name) return
      onTheWay = null
      saving = null
    })
    return (saving = answered.then(
      (answer) => {
        if (answer.status >= FAILED_FROM) return fail(send)
        const because = NEWS[answer.status]
        hasFailed = because === 'signedOut' || because === 'tooLong'
        isTyped ||= hasFailed
        if (because) tellDraft({ pathname, because })
        if (!isForOther(answer)) return
        tellDraft({ pathname, because: 'kept' })
        tellUnsent({ pathname, because: 'otherAccount' })
      },
      () => {
        if (!signal.aborted) fail(send)
      },
    ))
  }
  function fail(send: () => Promise<Response>) {
    markFailing()
    if (isStopped) void sendUntilTaken(send)
  }
  function markFailing() {
    isTyped = true
    hasFailed = true
  }
  /** Another form of the page, such as the language menu's, may load it anew: what is typed goes first. */
  function keepFirst(event: SubmitEvent) {
    const other = event.target
    if (other === form || other === released || !(other instanceof HTMLFormElement)) return
    const kept = keep() ?? saving
    if (!kept && !held.has(other)) return
    event.preventDefault()
    event.stopPropagation()
    // Pressed again, or held for another text.
    if (held.has(other)) return
    held.add(other)
    void Promise.race([kept, pause(HELD_MS)]).then(() => {
      held.delete(other)
      released = other
      // A button that is gone by now sends nothing.
      if (!event.submitter || event.submitter.isConnected) other.requestSubmit(event.submitter)
      released = null
    })
  }
  function markTyping() {
    isTyped = true
    clearTimeout(timer)
    timer = setTimeout(keep, QUIET_MS)
  }
  /** A save that is still on its way, and arrives after the form was refused, is known as an earlier one. */
  function markSending({ submitter }: SubmitEvent) {
    if (submitter?.getAttribute('name') === CONFORM_INTENT) return markTyping()
    const sentAs = form.elements.namedItem(FORM_FIELDS.save)
    if (sentAs instanceof HTMLInputElement) sentAs.value = String(number++)
    clearTimeout(timer)
    isTyped = false
    sending.abort()
  }
  /** A page loaded anew is asked for before this one is hidden: the save goes earlier, and that page waits for it. */
  function keepBeforeUnload(event: BeforeUnloadEvent) {
    if (hasFailed && isTyped) event.preventDefault()
    void keep()
    if (onTheWay === null) return
    document.cookie = `${LEFT_SAVE}=${onTheWay}; path=/; max-age=${LEFT_SAVE_MAX_AGE_S}; samesite=lax`
    // Browsers may set it a moment later, behind the next page's request; to read it is to wait for that.
    void document.cookie
  }
  const keepWhenHidden = () => document.visibilityState === 'hidden' && void keep()

  if ([...form.elements].some(isChanged)) markTyping()

  const stopping = new AbortController()
  const listening = { signal: stopping.signal }
  form.addEventListener('input', markTyping, listening)
  form.addEventListener('submit', markSending, listening)
  document.addEventListener('submit', keepFirst, { ...listening, capture: true })
  document.addEventListener('visibilitychange', keepWhenHidden, listening)
  window.addEventListener('beforeunload', keepBeforeUnload, listening)
  for (const event of ['pagehide', 'online']) window.addEventListener(event, keep, listening)
  // Another account can keep it no more than take it.
  const stopHearing = onUnsent(pathname, (because) => because !== 'otherAccount' && markFailing())
  return () => {
    isStopped = true
    void keep()
    stopping.abort()
    stopHearing()
  }
}

/** Typed or chosen before the script came. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findIndex(({ defaultSelected }) => defaultSelected)
    return control.selectedIndex !== Math.max(first, 0)
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (!(control instanceof HTMLInputElement) || control.type === 'color') return false
  const isTicked = control.type === 'checkbox' || control.type === 'radio'
  return isTicked ? control.checked !== control.defaultChecked : control.value !== control.defaultValue
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const online = () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))

/** A form that is gone cannot save again: what did not arrive goes once the connection or the server is back. */
async function sendUntilTaken(send: () => Promise<Response>) {
  for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    await Promise.race([pause(pauseMs), online()])
    const isTaken = await send().then(
      ({ status }) => status < FAILED_FROM,
      () => false,
    )
    if (isTaken) return
  }
}
