import { href } from 'react-router'
import { decoded } from '../../decoded'

/** Room for a hundred chosen ids and a filter. */
const MAX_LENGTH = 6144
const ORIGIN = 'http://local.invalid'
/** The features that signing in may lead to; not the pages of signing in, nor addresses that only act. */
export const FEATURES_TO_RETURN_TO: readonly string[] = [
  '',
  'audit',
  'errors',
  'glossary',
  'inbox',
  'invites',
  'onboarding',
  'organizations',
  'privacy',
  'search',
  'settings',
  'shortcuts',
  'sign-up',
  'terms',
  'use-invite',
  'users',
  'verifications',
  'views',
]
/** Of them what is no page, and is asked for by one. */
const WITHOUT_PAGE: readonly string[] = [href('/verifications/rail'), href('/invites/organizations')]
const OWN_PARAMS = ['_routes', 'index']

/** A path on this site with query and hash kept, or `/`. Accepts nothing that any browser could read as another site. */
export function localPath(value: string | null | undefined): string {
  if (!value || value.length > MAX_LENGTH || !/^\/(?![/\\])/.test(value)) return '/'
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what must not pass
  if (/[\u0000-\u001f\u007f\\]/.test(value) || !URL.canParse(value, ORIGIN)) return '/'
  const url = new URL(value, ORIGIN)
  if (url.origin !== ORIGIN || url.pathname.includes('//')) return '/'
  const pathname = decoded(url.pathname)
  if (pathname === null || pathname.includes('//') || /[\p{Cc}\\]/u.test(pathname)) return '/'
  const normal = url.pathname + url.search + url.hash
  const isAsWritten = /^[!-~]*$/.test(value) && value.split(/[?#]/, 1)[0] === url.pathname
  return isAsWritten ? value : normal
}

/** `localPath`, but `/` for an address that gives data to the router (`….data`, `?_routes`) and no page. */
export function pagePath(value: string | null | undefined): string {
  const path = localPath(value)
  const { pathname, searchParams } = new URL(path, ORIGIN)
  return /\.data\/?$/i.test(decodeURIComponent(pathname)) || searchParams.has('_routes') ? '/' : path
}

/** Where signing in leads (specification 2), and a form of the signed-in area: a page to be at, else `/`. */
export function safeRedirect(value: string | null | undefined): string {
  const path = pagePath(value)
  const pathname = decodeURIComponent(new URL(path, ORIGIN).pathname)
  const feature = pathname.split('/')[1]?.toLowerCase() ?? ''
  const isPage = FEATURES_TO_RETURN_TO.includes(feature) && !WITHOUT_PAGE.includes(pathname.replace(/\/$/, ''))
  return isPage ? pageOfFile(path, pathname) : '/'
}

/** A browser stays where it is when it is given a file to keep: instead of one the page that it is taken from. */
function pageOfFile(path: string, pathname: string): string {
  const url = new URL(path, ORIGIN)
  const isList = /^\/[a-z]+\/export\/?$/i.test(pathname)
  const userId = /^\/users\/([^/]+)\/data\/?$/i.exec(pathname)?.[1]
  if (isList) url.pathname = pathname.replace(/export\/?$/i, '')
  else if (userId) url.pathname = href('/users/:id/data/confirm', { id: userId })
  else if (!url.searchParams.has('download')) return path
  url.searchParams.delete('download')
  return url.pathname + url.search + url.hash
}

/** Keeps the text of a form, which is named by `?form=`: the page to be at is that form. */
const DRAFTS_PATH = href('/drafts')

/** The page that a request of the signed-in area was for, or that asked for it, without what the framework adds to its own requests. */
export function returnPath(request: Request): string {
  const url = new URL(request.url)
  const pathname = url.pathname.replace(/\/(_root|_)\.data$/, '/').replace(/\.data$/, '')
  if (pathname === DRAFTS_PATH) return safeRedirect(url.searchParams.get('form'))
  const search = new URLSearchParams(url.search)
  for (const name of OWN_PARAMS) search.delete(name)
  const query = search.size > 0 ? (search.size === url.searchParams.size ? url.search : `?${search}`) : ''
  // Who goes to a page is given the frame around it too: one route alone is asked for beside the page that stands.
  const isBeside = url.searchParams.get('_routes')?.includes(',') === false
  return safeRedirect((isBeside ? cameFrom(request) : null) ?? (pathname || '/') + query)
}

/** The page of this site that led here, by the Referer header; null when it came from elsewhere or is the same page. */
export function cameFrom(request: Request): string | null {
  const referer = request.headers.get('referer')
  if (!referer || !URL.canParse(referer)) return null
  const from = new URL(referer)
  const here = new URL(request.url)
  if (from.origin !== here.origin || from.pathname === here.pathname) return null
  return localPath(from.pathname + from.search)
}
