import {
  data,
  isRouteErrorResponse,
  type DataStrategyResult,
  type MiddlewareFunction,
  type ShouldRevalidateFunctionArgs,
  href,
} from 'react-router'
import type { ShownToast } from '../../context'
import { pageText } from '../../i18n/page-texts'
import { titleOf } from '../answers/answer-title'

const OTHER_ACCOUNT = 412
const NOTHING = 204
const TOO_LONG = 413
const UNAVAILABLE = 503
const REFUSED_FROM = 400
const FAILED_FROM = 500
const DRAFTS_PATH = href('/drafts')

type Page = {
  showToast: (toast: ShownToast) => void
  /** Tells the form at an address why it was not taken; false when no form is there to say so. */
  tellUnsent: (unsent: {
    pathname: string
    because: 'network' | 'unavailable' | 'failed' | 'tooLong' | 'otherAccount'
  }) => boolean
  /** Tells the form that was sent to an address that it was carried out and leads on. */
  tellTaken: (taken: { pathname: string; because: 'taken' }) => unknown
  /** What the page in view was drawn from, by its routes; null while it is left. */
  standing: () => Readonly<Record<string, unknown>> | null
}

/**
 * What became of a form of the running console (specification 8). One that did not arrive, or was answered with an error that
 * is no page, leaves the page as it is with what was typed, and says so: 'Something went wrong!', or the `title` of the
 * answer. An answer may carry a `toast`; one without content reads 'Content not found.'.
 *
 * A query that nobody waits for, such as when the window gets the focus, takes no page away either when the server fails.
 */
export const formAnswers =
  (page: Page): MiddlewareFunction<Record<string, DataStrategyResult>> =>
  async ({ request, url }, next) => {
    const isForm = request.method !== 'GET'
    // Told at once: what comes in between asks right then what to read.
    if (isForm) request.signal.addEventListener('abort', markUnread)
    const isBeside = !isForm && page.standing() !== null
    const results = await next()
    request.signal.removeEventListener('abort', markUnread)
    if (request.signal.aborted) return results
    if (isBeside && keepStanding(results, page.standing())) return results
    if (!Object.values(results).some(({ type }) => type === 'error')) reportLost()
    if (!isForm) {
      if (url.pathname === location.pathname) unread = false
      return results
    }
    for (const [routeId, { type, result }] of Object.entries(results)) {
      if (result instanceof Response) {
        markUnread()
        page.tellTaken({ pathname: url.pathname, because: 'taken' })
        continue
      }
      const answer = isWithStatus(result) ? result : data(result)
      // The page is read anew, which the router gives up for the next click.
      if (type === 'data' && (answer.init?.status ?? 200) < REFUSED_FROM) markUnread()
      const stays = type === 'data' ? tellAnswer(page, answer) : tellError(page, answer.data, url)
      if (stays) results[routeId] = { type: 'data', result: stayed(url) }
    }
    return results
  }

/** Puts what stands in the place of what the server failed to give, nothing where it is asked for by a part of the page; tells whether it failed. */
function keepStanding(results: Record<string, DataStrategyResult>, before: ReturnType<Page['standing']>): boolean {
  const failed = Object.entries(results).filter(([, { type, result }]) => type === 'error' && isOfServer(result))
  for (const [routeId] of failed) results[routeId] = { type: 'data', result: before?.[routeId] ?? null }
  return failed.length > 0
}

const isOfServer = (error: unknown): boolean =>
  isRouteErrorResponse(error) ? error.status >= FAILED_FROM : error instanceof Error

/** The place in a page of a form that belongs to another address. */
const FORM_PLACE = '#written'

/** The page stays as it is. A form that is drawn beside another page would lead to its own address: it leads to its place. */
function stayed({ pathname }: URL): unknown {
  if (pathname === location.pathname) return data(undefined, { status: UNAVAILABLE })
  const headers = { Location: location.pathname + location.search + FORM_PLACE, 'X-Remix-Replace': 'true' }
  return new Response(null, { status: 302, headers })
}

/** Nothing is asked for anew where a form stayed: the page might be drawn for another account, without the text. */
export const unlessStayed = ({ formMethod, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate && !(formMethod === 'POST' && nextUrl.hash === FORM_PLACE)

let unread = false
const markUnread = () => void (unread = true)

/** Whether a form may have changed something that the page has not read, because another click came in between. */
export const isUnread = (): boolean => unread

const lost: string[] = []

/** Forms that the network lost are failed mutations too: the server hears of them with the next connection (specification 7). */
function reportLost(): void {
  if (lost.length === 0) return
  const paths = lost.splice(0)
  const body = new URLSearchParams(paths.map((path) => ['path', path]))
  fetch(href('/unsent'), { method: 'POST', body, keepalive: true }).catch(() => lost.push(...paths))
}

type Answer = ReturnType<typeof data<unknown>>

const isWithStatus = (result: unknown): result is Answer =>
  typeof result === 'object' && result !== null && 'data' in result && 'init' in result

/** True for an answer without content, which has nothing to draw. */
function tellAnswer({ showToast }: Page, { data: body, init }: Answer): boolean {
  if (init?.status === NOTHING) showToast({ type: 'error', text: pageText('errors:toast.noContent') })
  else if (typeof body === 'object' && body !== null && 'toast' in body) showToast(body.toast as ShownToast)
  return init?.status === NOTHING
}

/** False for an answer that has a page of its own. */
function tellError({ showToast, tellUnsent }: Page, error: unknown, url: URL): boolean {
  const isDraft = url.pathname === DRAFTS_PATH
  // A form that only keeps its text names itself.
  const pathname = (isDraft && url.searchParams.get('form')) || url.pathname
  const failed = pageText('errors:toast.generic')
  if (error instanceof TypeError) lost.push(pathname)
  const tell = (because: Parameters<Page['tellUnsent']>[0]['because'], toast: string) => {
    const isTold = tellUnsent({ pathname, because })
    if (because !== 'otherAccount' || !isTold) showToast({ type: 'error', text: toast })
  }
  if (!isRouteErrorResponse(error)) tell(error instanceof TypeError ? 'network' : 'failed', failed)
  else if (error.status === OTHER_ACCOUNT) tell('otherAccount', pageText('common:toast.otherAccount'))
  else if (error.status === UNAVAILABLE) tell('unavailable', titleOf(error.data) ?? failed)
  else if (error.status === TOO_LONG && (isDraft || typeof error.data === 'string'))
    tell('tooLong', titleOf(error.data) ?? failed)
  else if (typeof error.data === 'string') tell('failed', titleOf(error.data) ?? failed)
  else return false
  return true
}
