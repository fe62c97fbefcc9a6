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
import { followForm, markFormTaken, tellLeftRefused } from './untaken-forms'

const OTHER_ACCOUNT = 412
const NOTHING = 204
const TOO_LONG = 413
const UNAVAILABLE = 503
const REFUSED_FROM = 400
const FAILED_FROM = 500
const DRAFTS_PATH = href('/drafts')

type Page = {
  showToast: (toast: ShownToast) => void
  /** Tells the form at an address why it was not accepted; false when no such form is on the page. */
  tellUnsent: (unsent: {
    pathname: string
    because: 'network' | 'unavailable' | 'failed' | 'tooLong' | 'otherAccount'
  }) => boolean
  /** Tells the form that was sent to an address that it was carried out and that a redirect follows. */
  tellAccepted: (taken: { pathname: string; because: 'taken' }) => unknown
  /** The loader data of the page in view, by route; null while the page is being left. */
  currentLoaderData: () => Readonly<Record<string, unknown>> | null
}

/**
 * Handles the answers to forms of the running console (specification 8). When a form did not arrive, or the answer is an error
 * without a page of its own, the page stays with what was typed and says so: 'Something went wrong!', or the `title` of the answer.
 * An answer may carry a `toast`; one without content reads 'Content not found.'.
 *
 * Neither does a failed background query, such as a refetch on focus, remove the page.
 */
export const formAnswers =
  (page: Page): MiddlewareFunction<Record<string, DataStrategyResult>> =>
  async ({ request, url }, next) => {
    const isForm = request.method !== 'GET'
    if (isForm) {
      // Marked at once: the click that aborts this form asks right away whether to reload.
      request.signal.addEventListener('abort', markUnloadedChange)
      followForm(request, url)
    }
    const isBackgroundQuery = !isForm && page.currentLoaderData() !== null
    const results = await next()
    markFormTaken(request)
    request.signal.removeEventListener('abort', markUnloadedChange)
    if (request.signal.aborted) return results
    if (isBackgroundQuery && keepCurrentData(results, page.currentLoaderData())) return results
    if (!Object.values(results).some(({ type }) => type === 'error')) reportLost()
    if (!isForm) {
      if (url.pathname === location.pathname) mayHaveChanged = false
      return results
    }
    for (const [routeId, { type, result }] of Object.entries(results)) {
      if (result instanceof Response) {
        markUnloadedChange()
        page.tellAccepted({ pathname: url.pathname, because: 'taken' })
        continue
      }
      const answer = isWithStatus(result) ? result : data(result)
      // The router reloads the page now, but drops that for the next click.
      if (type === 'data' && (answer.init?.status ?? 200) < REFUSED_FROM) markUnloadedChange()
      const stays = type === 'data' ? tellAnswer(page, answer) : tellError(page, answer.data, url)
      if (stays) results[routeId] = { type: 'data', result: stayed(url) }
    }
    return results
  }

/**
 * Replaces data that the server failed to return with what the page already shows, or null for a part of the page that had none;
 * true when something failed.
 */
function keepCurrentData(
  results: Record<string, DataStrategyResult>,
  before: ReturnType<Page['currentLoaderData']>,
): boolean {
  const failed = Object.entries(results).filter(([, { type, result }]) => type === 'error' && isOfServer(result))
  for (const [routeId] of failed) results[routeId] = { type: 'data', result: before?.[routeId] ?? null }
  return failed.length > 0
}

const isOfServer = (error: unknown): boolean =>
  isRouteErrorResponse(error) ? error.status >= FAILED_FROM : error instanceof Error

/** The hash for a form that is drawn on a page but posted to another address. */
const FORM_PLACE = '#written'

/**
 * Returns an answer that keeps the page. A form posted to another address than its page's would lead there: it is redirected to its
 * place in the page.
 */
function stayed({ pathname }: URL): unknown {
  if (pathname === location.pathname) return data(undefined, { status: UNAVAILABLE })
  const headers = { Location: location.pathname + location.search + FORM_PLACE, 'X-Remix-Replace': 'true' }
  return new Response(null, { status: 302, headers })
}

/** Does not reload after a form stayed on its page: the reload might draw it for another account, without the text. */
export const revalidateUnlessStayed = ({
  formMethod,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate && !(formMethod === 'POST' && nextUrl.hash === FORM_PLACE)

let mayHaveChanged = false
const markUnloadedChange = () => void (mayHaveChanged = true)

/** Whether a form may have changed something that the page has not loaded, because another click interrupted it. */
export const hasUnloadedChange = (): boolean => mayHaveChanged

const lost: string[] = []

/** Forms that the network lost are failed mutations too: they are reported to the server on the next successful answer (specification 7). */
function reportLost(): void {
  if (lost.length === 0) return
  const paths = lost.splice(0)
  const body = new URLSearchParams(paths.map((path) => ['path', path]))
  fetch(href('/unsent'), { method: 'POST', body, keepalive: true }).catch(() => lost.push(...paths))
}

/** Called once the page listens: says which forms the document before could not send, and reports them. */
export function tellFormsLeft(page: Pick<Page, 'showToast' | 'tellUnsent'>): void {
  lost.push(...tellLeftRefused(page))
  reportLost()
}

type Answer = ReturnType<typeof data<unknown>>

const isWithStatus = (result: unknown): result is Answer =>
  typeof result === 'object' && result !== null && 'data' in result && 'init' in result

/** Shows the toast of an answer. True for an answer without content, which leaves nothing to draw. */
function tellAnswer({ showToast }: Page, { data: body, init }: Answer): boolean {
  if (init?.status === NOTHING) showToast({ type: 'error', text: pageText('errors:toast.noContent') })
  else if (typeof body === 'object' && body !== null && 'toast' in body) showToast(body.toast as ShownToast)
  return init?.status === NOTHING
}

/** Shows why a form failed. False for an error that has a page of its own. */
function tellError({ showToast, tellUnsent }: Page, error: unknown, url: URL): boolean {
  const isDraft = url.pathname === DRAFTS_PATH
  // A draft save names its form in the query.
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
