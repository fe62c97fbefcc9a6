import { matchPath } from 'react-router'

/** What a page that stands asks for again and again, whether or not anybody sits before it. */
const BEATS = ['/verifications/:id/presence', '/verifications/rail']

/** True for a request that says nothing of a person: it does not keep the session in use (SES-09). */
export const isBeat = ({ url }: Pick<Request, 'url'>): boolean => {
  const pathname = new URL(url).pathname.replace(/\.data$/, '')
  return BEATS.some((path) => matchPath({ path, caseSensitive: true }, pathname) !== null)
}
