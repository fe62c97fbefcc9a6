import { EventEmitter, once } from 'node:events'
import { href, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { drawingContext, languageContext, servicesContext, requestInfoContext } from '../../context'
import { drawingOf, formKey, momentToken, saveNumber, sentNumber, type DraftMoment } from '../../domain/drafts/draft'
import { keepDraft, keepLapsedDraft, readDrafts, forgetDraft, type Draft } from '../../domain/drafts/drafts.server'
import { formatRecentTime } from '../../i18n/format'
import type { Services } from '../../services.server'
import { FORM_FIELDS, UNLOAD_SAVE, type RestoredDraft } from '../../form-protocol'
import { readCookie, writeCookie } from '../cookies/cookies.server'
import { failure } from '../answers/failures.server'
import { isHttps } from '../cookies/sealed-cookie.server'
import { isDataRequest } from '../queries/prefetch'
import { actorOf } from '../sign-in/permit.server'
import { returnPath } from '../sign-in/safe-redirect'
import { readAuthStorage } from '../sign-in/session-cookie.server'
import { redirectWithReason } from '../answers/toast.server'
import { isUploadPath } from './upload.server'

const DRAFTS_PATH = href('/drafts')

type RouteArgs = { context: Readonly<RouterContextProvider>; url: URL }

/** The kept texts of the form at this address. */
export const readFormDrafts = ({ context, url }: RouteArgs) =>
  readDrafts(context.get(servicesContext), actorOf(context), url.pathname)

/** Returns the first draft of a form as a reply that the form is drawn again with; null when there is none. */
export async function draftAsReply<Refusal>(
  context: Readonly<RouterContextProvider>,
  [draft, ...others]: readonly Draft[],
  toRefusal: (typed: FormData) => Refusal | Promise<Refusal>,
): Promise<RestoredDraft<Refusal> | null> {
  if (!draft) return null
  const actor = actorOf(context)
  const services = context.get(servicesContext)
  const typed = new FormData()
  for (const [name, value] of draft.fields) typed.append(name, value)
  const kept = ({ drawing, updatedAt }: DraftMoment) => ({
    text: momentToken({ drawing, updatedAt }),
    at: formatRecentTime(updatedAt, services.now(), context.get(languageContext), actor.timeZone),
  })
  return { ...kept(draft), refusal: await toRefusal(typed), others: others.map(kept) }
}

/**
 * Refuses a form that was drawn for another account than the one now signed in: it is not carried out in that account's name, nor
 * its text shown there. Deletes the draft once its form was accepted, and keeps it after any refusal.
 */
export const draftsMiddleware: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context } = args
  const name = unloadSaveName(request)
  if (name === null) return keepOrForget(args, next)
  if (isDraftSave(request))
    return Promise.resolve(keepOrForget(args, next)).finally(() => {
      recordArrival(name)
      context.get(servicesContext).siblings.tell(ARRIVED, name)
    })
  await arrival(name, actorOf(context).id, context.get(requestInfoContext).disconnectSignal)
  const page = (await next()) as Response
  const isSecure = isHttps(context.get(servicesContext).env)
  page.headers.append('Set-Cookie', writeCookie(UNLOAD_SAVE, '', { maxAgeS: 0, isSecure }))
  return page
}

const keepOrForget: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (!isReadable(request)) return next()
  const services = context.get(servicesContext)
  const actor = actorOf(context)
  const typed = await request
    .clone()
    .formData()
    .catch(() => null)
  if (typed) {
    await refuseOtherAccount(request, context, typed)
    ;(context as RouterContextProvider).set(drawingContext, drawingOf(typed))
  }
  const response = await next()
  if (!typed?.has(FORM_FIELDS.keep)) return response
  const path = formKey(new URL(request.url).pathname) ?? ''
  if (path === DRAFTS_PATH) return response
  const wasTaken =
    response.status >= 300 && response.status < 400 && context.get(requestInfoContext).isRedirectedInstead !== true
  const writing = wasTaken
    ? forgetDraft(services, actor, path, typed)
    : keepDraft(services, actor, path, typed, sentNumber(typed))
  await writing.catch(reportUnkept(services, context))
  return response
}

const ARRIVED = 'draft-arrived'
const ARRIVED_MS = 10_000
const ARRIVAL_LIMIT_MS = 3_000
/** How many pages may wait for a save, of one person and of all: each holds one of the console's few request places. */
const AWAITED_OF_ONE = 3
const AWAITED_OF_ALL = 6
const NAME = /^[\w-]{1,64}$/

/**
 * Saves that were sent while their page was being left. The next page may be requested before its save has reached the server; it
 * waits for the save by the name that both the save and a cookie carry.
 */
const arrivals = new EventEmitter().setMaxListeners(0)
const arrived = new Set<string>()
const awaitedBy = new Map<string, number>()
let awaitedOfAll = 0

function recordArrival(name: string): void {
  arrived.add(name)
  arrivals.emit(name)
  setTimeout(() => arrived.delete(name), ARRIVED_MS).unref()
}

/** A browser's next request may be answered by another process than its save. */
export const listenForDrafts = ({ siblings }: Pick<Services, 'siblings'>): void => siblings.on(ARRIVED, recordArrival)

async function arrival(name: string, personId: string, gone?: AbortSignal): Promise<void> {
  const awaited = awaitedBy.get(personId) ?? 0
  if (arrived.has(name) || awaited >= AWAITED_OF_ONE || awaitedOfAll >= AWAITED_OF_ALL) return
  awaitedBy.set(personId, awaited + 1)
  awaitedOfAll += 1
  const tooLate = AbortSignal.timeout(ARRIVAL_LIMIT_MS)
  await once(arrivals, name, { signal: gone ? AbortSignal.any([gone, tooLate]) : tooLate }).catch(() => {})
  awaitedOfAll -= 1
  const left = (awaitedBy.get(personId) ?? 1) - 1
  if (left > 0) awaitedBy.set(personId, left)
  else awaitedBy.delete(personId)
}

/** The name of the save that this request is, or that this page follows; null when neither. */
function unloadSaveName(request: Request): string | null {
  const name =
    request.method === 'GET'
      ? readCookie(request.headers.get('cookie'), UNLOAD_SAVE)
      : isDraftSave(request)
        ? new URL(request.url).searchParams.get(UNLOAD_SAVE)
        : null
  return name !== null && NAME.test(name) ? `left:${name}` : null
}

/**
 * Throws a refusal when the form was drawn for another account than the one signed in. The running console gets 412, and the text
 * stays in its form; without script the page is drawn anew for the signed-in account.
 */
export async function refuseOtherAccount(
  request: Request,
  context: Readonly<RouterContextProvider>,
  fields: { get(name: string): unknown },
): Promise<void> {
  const writer = fields.get(FORM_FIELDS.writer)
  if (!writer || writer === actorOf(context).id) return
  if (isDataRequest(request) || isDraftSave(request)) throw failure(context, 412)
  throw await redirectWithReason(context, returnPath(request), 'error', { key: 'common:toast.otherAccount' })
}

/** Keeps the text of a form that was posted after its session ended; true when it is kept for the same person to find. */
export async function keepDraftAfterExpiry(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<boolean> {
  if (!isReadable(request)) return false
  const services = context.get(servicesContext)
  const { stored } = readAuthStorage(request, services.env)
  const typed = await request
    .clone()
    .formData()
    .catch(() => null)
  if (!stored || !typed?.has(FORM_FIELDS.keep)) return false
  const url = new URL(request.url)
  const path = formKey(url.pathname) === DRAFTS_PATH ? (url.searchParams.get('form') ?? '') : url.pathname
  const number = saveNumber(url.searchParams.get(UNLOAD_SAVE)) ?? sentNumber(typed)
  return keepLapsedDraft(services, stored.refreshToken, path, typed, number).catch((error: unknown) => {
    reportUnkept(services, context)(error)
    return false
  })
}

/** Only its own route may read a form with a document. */
const isReadable = ({ method, url }: Request): boolean => method === 'POST' && !isUploadPath(new URL(url).pathname)

/** True for a draft that a page's script saves while its form is open. */
export function isDraftSave(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url)
  return request.method === 'POST' && pathname === DRAFTS_PATH && !searchParams.has('to')
}

/** The request is answered all the same: a draft that could not be kept is only logged, with the reference number. */
const reportUnkept =
  ({ log }: Services, context: Readonly<RouterContextProvider>) =>
  (error: unknown) =>
    log.error(
      {
        requestId: context.get(requestInfoContext).requestId,
        failure: error instanceof Error ? error.name : typeof error,
      },
      'draft not kept',
    )
