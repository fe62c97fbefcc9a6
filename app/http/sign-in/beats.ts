import { href } from 'react-router'

/** True for requests that an open page repeats, whether or not anybody is at it: they do not count as use of the session (SES-09). */
export function isBeat({ url }: Pick<Request, 'url'>): boolean {
  const pathname = new URL(url).pathname.replace(/\.data$|\/$/, '')
  const id = pathname.split('/').at(2) || '-'
  return pathname === href('/verifications/rail') || pathname === href('/verifications/:id/presence', { id })
}
