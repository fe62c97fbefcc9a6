import { href } from 'react-router'

/** True for what a page that stands asks for again and again, whether or not anybody sits before it: it does not keep the session in use (SES-09). */
export function isBeat({ url }: Pick<Request, 'url'>): boolean {
  const pathname = new URL(url).pathname.replace(/\.data$|\/$/, '')
  const id = pathname.split('/').at(2) || '-'
  return pathname === href('/verifications/rail') || pathname === href('/verifications/:id/presence', { id })
}
