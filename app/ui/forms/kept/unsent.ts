import { withoutSlash } from '../../../decoded'

/**
 * Why a form was not taken: no connection, the server could not or broke, it is more than is taken, or another account is signed
 * in in this browser by now.
 */
export type UnsentBecause = 'network' | 'unavailable' | 'failed' | 'tooLong' | 'otherAccount'

/**
 * How what is typed fares on the way: it is kept; it is too long to be; the session has run out, and it is kept all the same; or
 * nobody is signed in, and it is not.
 */
export type DraftNews = 'kept' | 'tooLong' | 'lapsed' | 'signedOut'

/** What the server answers to a form that was drawn for another account. */
const PRECONDITION_FAILED = 412
export const isForOther = ({ status }: Response): boolean => status === PRECONDITION_FAILED

export const [tellUnsent, onUnsent] = channel<UnsentBecause>('gatehouse:unsent')
/** That a form was carried out, by the path that it was sent to. */
export const [tellTaken, onTaken] = channel<'taken'>('gatehouse:taken')
export const [tellDraft, onDraft] = channel<DraftNews>('gatehouse:draft')

type News<Because> = { pathname: string; because: Because }

/** How to tell the form at an address, false when no form is there to hear it, and how such a form hears. */
function channel<Because>(event: string) {
  const tell = (detail: News<Because>): boolean =>
    !window.dispatchEvent(new CustomEvent<News<Because>>(event, { detail, cancelable: true }))

  function hear(pathname: string, listen: (because: Because) => void): () => void {
    const onEvent = (told: Event) => {
      if (!(told instanceof CustomEvent)) return
      const news = told.detail as News<Because>
      if (withoutSlash(news.pathname) !== withoutSlash(pathname)) return
      told.preventDefault()
      listen(news.because)
    }
    window.addEventListener(event, onEvent)
    return () => window.removeEventListener(event, onEvent)
  }
  return [tell, hear] as const
}
