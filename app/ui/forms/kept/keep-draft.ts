import { CONFORM_INTENT, FORM_FIELDS, UNLOAD_SAVE } from '../../../form-protocol'
import { isForOtherAccount, onUnsent, tellDraft, tellUnsent, type DraftNews } from './unsent'

const QUIET_MS = 700
/** Browsers refuse keepalive requests over 64 KB, which outlast their page. */
const KEEPALIVE_MAX_BYTES = 60_000

/** What the status of a save means; `keepDraftAfterExpiry` on the server answers 202. */
const NEWS: Record<number, DraftNews> = { 202: 'lapsed', 204: 'kept', 401: 'signedOut', 413: 'tooLong' }
const FAILED_FROM = 500
const UNLOAD_SAVE_MAX_AGE_S = 10
/** The server waits equally long for a save. */
const HELD_MS = 3000
const MAX_PAUSE_MS = 30_000

/** The number of this page's next save: the server keeps the text with the highest number. */
let number = Date.now()

/** Marks a form that neither leaves the page nor touches a draft, so it need not wait until typed text is saved. */
export const SEND_AT_ONCE = { 'data-send-at-once': '' }

/** Forms that wait until a text is saved, and the one that is being sent after its wait. */
const waitingForms = new Set<HTMLFormElement>()
let resumedForm: HTMLFormElement | null = null

/** A name for one drawing of a form, by which a save that arrives after the form was accepted is recognized as late; or for one save. */
const newName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Saves what is typed into a form as its draft, once typing pauses and when the page is left in any way. Once the form is sent, the
 * server keeps or forgets the draft, unless the form did not arrive. Returns a function that stops it.
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
    const to = `${address}&${UNLOAD_SAVE}=${name}`
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
        if (!isForOtherAccount(answer)) return
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
  /** Another form of the page, such as the language menu's, may reload the page: the typed text is saved first. */
  function keepFirst(event: SubmitEvent) {
    const other = event.target
    if (other === form || other === resumedForm || !(other instanceof HTMLFormElement)) return
    if ('sendAtOnce' in other.dataset) return
    const kept = keep() ?? saving
    if (!kept && !waitingForms.has(other)) return
    event.preventDefault()
    event.stopPropagation()
    // Pressed again, or already waiting for another text.
    if (waitingForms.has(other)) return
    waitingForms.add(other)
    void Promise.race([kept, pause(HELD_MS)]).then(() => {
      waitingForms.delete(other)
      resumedForm = other
      // A button that has been removed sends nothing.
      if (!event.submitter || event.submitter.isConnected) other.requestSubmit(event.submitter)
      resumedForm = null
    })
  }
  function markTyping() {
    isTyped = true
    clearTimeout(timer)
    timer = setTimeout(keep, QUIET_MS)
  }
  /** Numbers the form, so that a save that is still in flight, and arrives after the form was refused, is recognized as older. */
  function markSending({ submitter }: SubmitEvent) {
    if (submitter?.getAttribute('name') === CONFORM_INTENT) return markTyping()
    const sentAs = form.elements.namedItem(FORM_FIELDS.save)
    if (sentAs instanceof HTMLInputElement) sentAs.value = String(number++)
    clearTimeout(timer)
    isTyped = false
    sending.abort()
  }
  /** A reload requests the new page before this one is hidden: the save goes out earlier, and the new page waits for it. */
  function keepBeforeUnload(event: BeforeUnloadEvent) {
    if (hasFailed && isTyped) event.preventDefault()
    void keep()
    if (onTheWay === null) return
    document.cookie = `${UNLOAD_SAVE}=${onTheWay}; path=/; max-age=${UNLOAD_SAVE_MAX_AGE_S}; samesite=lax`
    // Browsers may set the cookie only after the next page's request; reading it waits until it is set.
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
  // Another account cannot save the draft either.
  const stopHearing = onUnsent(pathname, (because) => because !== 'otherAccount' && markFailing())
  return () => {
    isStopped = true
    void keep()
    stopping.abort()
    stopHearing()
  }
}

/** True for a control that was changed before the script loaded. */
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

/** A removed form cannot save again: retries the save until the connection and the server are back. */
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
