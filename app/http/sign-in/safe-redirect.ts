import { href } from 'react-router'
import { decoded } from '../../decoded'

/** Room for a hundred chosen ids and a filter. */
const MAX_LENGTH = 6144
const ORIGIN = 'http://local.invalid'
/** The features that a sign-in may lead to: not the sign-in pages, nor addresses that only act. */
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
/** Addresses in those features that are no pages, but are fetched by one. */
const WITHOUT_PAGE: readonly string[] = [href('/verifications/rail'), href('/invites/organizations')]
const FRAMEWORK_PARAMS = ['_routes', 'index']

/** Returns a path on this site with its query and hash, or `/`. Accepts nothing that any browser could read as another site. */
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

/** Like `localPath`, but `/` for an address that returns data to the router (`….data`, `?_routes`) and no page. */
export function pagePath(value: string | null | undefined): string {
  const path = localPath(value)
  const { pathname, searchParams } = new URL(path, ORIGIN)
  return /\.data\/?$/i.test(decodeURIComponent(pathname)) || searchParams.has('_routes') ? '/' : path
}

/** Where a sign-in (specification 2), or a form of the signed-in area, leads: a page of a feature, else `/`. */
export function safeRedirect(value: string | null | undefined): string {
  const path = pagePath(value)
  const pathname = decodeURIComponent(new URL(path, ORIGIN).pathname)
  const feature = pathname.split('/')[1]?.toLowerCase() ?? ''
  const isPage = FEATURES_TO_RETURN_TO.includes(feature) && !WITHOUT_PAGE.includes(pathname.replace(/\/$/, ''))
  return isPage ? pageOfFile(path, pathname) : '/'
}

/** Replaces the address of a download, which would leave the browser where it is, by the page that offers it. */
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

/** Saves the draft of the form that `?form=` names: the page to return to is that form's. */
const DRAFTS_PATH = href('/drafts')

/** The page that a request of the signed-in area was for, or that sent it, without the framework's own parameters. */
export function returnPath(request: Request): string {
  const url = new URL(request.url)
  const pathname = url.pathname.replace(/\/(_root|_)\.data$/, '/').replace(/\.data$/, '')
  if (pathname === DRAFTS_PATH) return safeRedirect(url.searchParams.get('form'))
  const search = new URLSearchParams(url.search)
  for (const name of FRAMEWORK_PARAMS) search.delete(name)
  const query = search.size > 0 ? (search.size === url.searchParams.size ? url.search : `?${search}`) : ''
  // A navigation also loads the frame around the page; a request for one route alone comes from the page already open.
  const isFromOpenPage = url.searchParams.get('_routes')?.includes(',') === false
  return safeRedirect((isFromOpenPage ? cameFrom(request) : null) ?? (pathname || '/') + query)
}

/** Returns the page of this site that led here, by the Referer header; null when it is another site's or the same page. */
export function cameFrom(request: Request): string | null {
  const referer = request.headers.get('referer')
  if (!referer || !URL.canParse(referer)) return null
  const from = new URL(referer)
  const here = new URL(request.url)
  if (from.origin !== here.origin || from.pathname === here.pathname) return null
  return localPath(from.pathname + from.search)
}
