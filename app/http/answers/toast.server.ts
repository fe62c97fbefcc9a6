import {
  createContext,
  createCookieSessionStorage,
  redirect,
  type RouterContextProvider,
  type SessionStorage,
} from 'react-router'
import { createToastUtilsWithCustomSession } from 'remix-toast'
import { languageContext, requestInfoContext, servicesContext, toastsContext, type ShownToast } from '../../context'
import type { Text, TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import { deriveKey } from '../../domain/keys.server'
import { writeCookie } from '../cookies/cookies.server'
import { cookieName, isHttps } from '../cookies/sealed-cookie.server'

export type ToastType = ShownToast['type']
/**
 * `about`: the name of the thing acted on, as somebody wrote it. `detail`: a sentence of ours. `thread`: an id shared with a later
 * toast that replaces this one.
 */
type FlashedToast = { type: ToastType; text: Text } & More
type More = { about?: string; detail?: Text; thread?: string }

/** The last toast that this request's action set. */
const saidContext = createContext<FlashedToast | null>(null)

const nameOf = ({ env }: Pick<Services, 'env'>) => cookieName(env, 'toast')

type Flash = ReturnType<typeof createToastUtilsWithCustomSession>
const flashes = new WeakMap<Services, Flash>()

function flashOf(services: Services): Flash {
  const known = flashes.get(services)
  if (known) return known
  const storage: SessionStorage = createCookieSessionStorage({
    cookie: {
      name: nameOf(services),
      httpOnly: true,
      path: '/',
      sameSite: 'lax',
      secure: isHttps(services.env),
      secrets: services.env.sessionSecrets.map((secret) => deriveKey(secret, 'toast').toString('base64url')),
    },
  })
  const made = createToastUtilsWithCustomSession(storage)
  flashes.set(services, made)
  return made
}

/** Redirects and shows a toast on arrival. The cookie carries the key and its values; the words are chosen when it is shown. */
export function redirectWithToast(
  services: Services,
  to: string,
  type: ToastType,
  key: TextKey,
  values?: Text['values'],
  { about, detail, thread, ...init }: ResponseInit & More = {},
): Promise<Response> {
  const message = JSON.stringify({ key, values, about, detail, thread })
  return flashOf(services).redirectWithToast(to, { type, message }, init)
}

/** Redirects instead of doing what was asked, with a toast that says why; a request that was to change something is reported to the tracker. */
export function redirectWithReason(
  context: Readonly<RouterContextProvider>,
  to: string,
  type: 'error' | 'info',
  text: Text,
  detail?: Text,
): Promise<Response> {
  context.get(requestInfoContext).isRedirectedInstead = true
  return redirectWithToast(context.get(servicesContext), to, type, text.key, text.values, { detail })
}

/** Shows a toast on the page that this request draws. The result must be part of the action's answer, where the running console finds it. */
export function toastHere(
  context: Readonly<RouterContextProvider>,
  type: ToastType,
  text: Text,
  detail?: Text,
): { toast: ShownToast } {
  const language = context.get(languageContext)
  const toast = { type, text: translate(language, text), detail: detail && translate(language, detail) }
  context.set(toastsContext, [...context.get(toastsContext), toast])
  context.set(saidContext, { type, text })
  return { toast }
}

/**
 * Redirects from an address without a page of its own. Without script this request may be the form's own: a toast that the action
 * set is then shown on arrival.
 */
export async function redirectOnward(context: Readonly<RouterContextProvider>, to: string): Promise<Response> {
  const said = context.get(saidContext)
  if (!said) return redirect(to)
  const { type, text } = said
  return type === 'error'
    ? redirectWithReason(context, to, type, text)
    : redirectWithToast(context.get(servicesContext), to, type, text.key, text.values)
}

/** Returns the toast waiting for this browser, with the headers that remove it; null when there is no cookie. */
export async function readToast(
  request: Request,
  services: Services,
): Promise<{ toast: FlashedToast | null; headers?: Headers }> {
  if (!request.headers.get('cookie')?.includes(`${nameOf(services)}=`)) return { toast: null }
  const { toast } = await flashOf(services).getToast(request)
  const taken = writeCookie(nameOf(services), '', { maxAgeS: 0, isHttpOnly: true, isSecure: isHttps(services.env) })
  const flashed = toast ? (JSON.parse(toast.message) as Text & More) : null
  const { about, detail, thread } = flashed ?? {}
  return {
    toast: toast && flashed ? { type: toast.type, text: flashed, about, detail, thread } : null,
    headers: new Headers({ 'Set-Cookie': taken }),
  }
}
