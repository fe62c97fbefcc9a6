/** Why a form was not taken: no connection, the server could not, or another account is signed in in this browser by now. */
export type UnsentBecause = 'network' | 'unavailable' | 'otherAccount'

/** What the server answers to a form that was drawn for another account. */
const PRECONDITION_FAILED = 412
export const isForOther = ({ status }: Response): boolean => status === PRECONDITION_FAILED

const EVENT = 'gatehouse:unsent'
type Unsent = { pathname: string; because: UnsentBecause }

/** Tells the form at an address that it was not sent; false when no form is there to say so. */
export const tellUnsent = (detail: Unsent): boolean =>
  !window.dispatchEvent(new CustomEvent<Unsent>(EVENT, { detail, cancelable: true }))

/** Calls back when the form at this address could not be sent. */
export function onUnsent(pathname: string, tell: (because: UnsentBecause) => void): () => void {
  const hear = (event: Event) => {
    if (!(event instanceof CustomEvent)) return
    const unsent = event.detail as Unsent
    if (withoutSlash(unsent.pathname) !== withoutSlash(pathname)) return
    event.preventDefault()
    tell(unsent.because)
  }
  window.addEventListener(EVENT, hear)
  return () => window.removeEventListener(EVENT, hear)
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '')
