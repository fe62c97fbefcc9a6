import { withoutSlash } from '../../../decoded'

/**
 * Why a form was not accepted: no connection, the server was unavailable or failed, the text is too long, or another account has
 * signed in in this browser.
 */
export type UnsentBecause = 'network' | 'unavailable' | 'failed' | 'tooLong' | 'otherAccount'

/**
 * What happened to a draft: it is kept; it is too long; the session has ended but it is kept all the same; or nobody is signed in,
 * and it is not kept.
 */
export type DraftNews = 'kept' | 'tooLong' | 'lapsed' | 'signedOut'

/** The status for a form that was drawn for another account. */
const PRECONDITION_FAILED = 412
export const isForOtherAccount = ({ status }: Response): boolean => status === PRECONDITION_FAILED

export const [tellUnsent, onUnsent] = channel<UnsentBecause>('gatehouse:unsent')
/** Tells, by the path that a form was posted to, that it was carried out. */
export const [tellAccepted, onAccepted] = channel<'taken'>('gatehouse:taken')
export const [tellDraft, onDraft] = channel<DraftNews>('gatehouse:draft')

type News<Because> = { pathname: string; because: Because }

/** Returns two functions: one tells the form at an address, and returns false when none is listening; one listens for such a form. */
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
