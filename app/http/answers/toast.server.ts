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
/** `about` is the name of what was acted on, as somebody wrote it; `detail` a sentence of ours; `thread` an id of what a later one tells of too. */
type FlashedToast = { type: ToastType; text: Text } & More
type More = { about?: string; detail?: Text; thread?: string }

/** What the action of this request had to say last. */
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

/** A redirect that shows a toast on arrival. The cookie carries the key and its values; the words are chosen when shown. */
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

/** A redirect in place of what was asked for, with a toast that says why; the tracker is told where something was to change. */
export function leadAway(
  context: Readonly<RouterContextProvider>,
  to: string,
  type: 'error' | 'info',
  text: Text,
  detail?: Text,
): Promise<Response> {
  context.get(requestInfoContext).isLedAway = true
  return redirectWithToast(context.get(servicesContext), to, type, text.key, text.values, { detail })
}

/**
 * A toast on the very page that this request draws. What is returned belongs into the action's answer: the running console
 * finds it there.
 */
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
 * Where an address leads that has no page of its own. Without script this very request may be that of its form: what the action
 * had to say is said on arrival.
 */
export async function leadOn(context: Readonly<RouterContextProvider>, to: string): Promise<Response> {
  const said = context.get(saidContext)
  if (!said) return redirect(to)
  const { type, text } = said
  return type === 'error'
    ? leadAway(context, to, type, text)
    : redirectWithToast(context.get(servicesContext), to, type, text.key, text.values)
}

/** The toast waiting for this browser, with the headers that take it away; reads nothing when there is no cookie. */
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
