import { pageText } from '../../i18n/page-texts'

const REFUSED_FROM = 400
const KEY = 'gatehouse:untaken-forms'

type Because = 'network' | 'failed'
type Refused = { pathname: string; because: Because }
type SentForm = { pathname: string; isTold?: boolean; refused: Promise<Because | null> }
type Page = {
  showToast: (toast: { type: 'error'; text: string }) => void
  tellUnsent: (refused: Refused) => boolean
}

/** The forms whose answers the page has not taken, by the signals of their requests. */
const sent = new Map<AbortSignal, SentForm>()

export const followForm = ({ signal }: Request, { pathname }: URL): void =>
  void sent.set(signal, { pathname, refused: Promise.resolve(null) })

export const markFormTaken = ({ signal }: Request): void => void sent.delete(signal)

/**
 * Called once, before a form is sent: remembers what becomes of each. The router hands on an answer only with the script of its route,
 * and never when that is missing.
 */
export function followAnswers(): void {
  const send = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const answered = send(input, init)
    const form = init?.signal && sent.get(init.signal)
    if (form)
      form.refused = answered.then(
        ({ status }) => (status < REFUSED_FROM ? null : 'failed'),
        (error: unknown) => (error instanceof TypeError ? 'network' : null),
      )
    return answered
  }
}

/** Once all forms are answered, says which of them were not accepted. */
export async function tellRefused(page: Page): Promise<Refused[]> {
  const refused: Refused[] = []
  for (const form of sent.values()) {
    const because = await form.refused
    if (!because) continue
    refused.push({ pathname: form.pathname, because })
    if (!form.isTold) tell(page, { pathname: form.pathname, because })
    form.isTold = true
  }
  return refused
}

/** Has the next document say so too: this one is about to be replaced. */
export function leaveRefused(refused: readonly Refused[]): void {
  if (refused.length === 0) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify(refused))
  } catch {
    // Storage may be switched off: it was said on this page.
  }
}

/** Says which forms the document before could not send; returns the paths of those that the network lost. */
export function tellLeftRefused(page: Page): string[] {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    sessionStorage.removeItem(KEY)
    const refused = left as Refused[]
    for (const form of refused) tell(page, form)
    return refused.filter(({ because }) => because === 'network').map(({ pathname }) => pathname)
  } catch {
    return []
  }
}

function tell({ showToast, tellUnsent }: Page, refused: Refused): void {
  tellUnsent(refused)
  showToast({ type: 'error', text: pageText('errors:toast.generic') })
}
