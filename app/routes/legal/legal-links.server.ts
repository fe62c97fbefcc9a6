import { href, type RouterContextProvider } from 'react-router'
import { languageContext } from '../../context'
import { safeRedirect } from '../../http/sign-in/safe-redirect'
import { dayMoment } from '../../i18n/moment'

const IN_FORCE_SINCE = new Date('2026-03-01T00:00:00Z')

/** The date of the texts in words, and links that keep the page to return to after signing in. */
export function readLegalLinks(url: URL, context: Readonly<RouterContextProvider>) {
  const asked = url.searchParams.get('redirect')
  const query = asked === null ? '' : `?redirect=${encodeURIComponent(safeRedirect(asked))}`
  return {
    inForce: dayMoment(IN_FORCE_SINCE, context.get(languageContext), 'UTC'),
    signInHref: href('/sign-in') + query,
    termsHref: href('/terms') + query,
    privacyHref: href('/privacy') + query,
  }
}
