/** Why a form did not reach the server: no connection, or the server could not take it. */
export type UnsentBecause = 'network' | 'unavailable'

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
