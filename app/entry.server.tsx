import { randomUUID } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import styles from './app.css?inline'
import stylesheet from './app.css?url'
import {
  drawingContext,
  failureContext,
  languageContext,
  requestInfoContext,
  servicesContext,
  unsentContext,
} from './context'
import { recordUncaught, RETRY_AFTER_S } from './http/answers/failures.server'
import { makeFormToken } from './http/forms/form-token.server'
import { cameFrom } from './http/sign-in/safe-redirect'
import { readRequestPreferences } from './http/preferences/preferences.server'
import { lacksStyles, stylesCookie } from './http/answers/styles.server'
import { textsIn, textsJson, translate } from './i18n/texts.server'
import { TextsContext } from './i18n/use-translation'
import { DEFAULT_LANGUAGE, type Language } from './vocabulary'
import { ServerFactsContext, type ServerFacts } from './ui/frame/server-facts'

/** Text namespaces that every page with script needs. */
const COMMON_NAMESPACES = ['common', 'ui', 'errors']

export const streamTimeout = 5000

export const handleError: HandleErrorFunction = (error, { request, context }) => recordUncaught(error, request, context)

/** The status of an error page, which replaces that of a refused form whose page is gone. */
const refusedStatus = (entry: EntryContext): number | undefined =>
  Object.values(entry.staticHandlerContext.errors ?? {}).find(isRouteErrorResponse)?.status

/**
 * Draws the whole page before answering, so that an error while drawing still gets its own status and page. Draws nothing for a
 * client that has disconnected: the status records what became of its form.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const language = languageOf(context)
  const failed = context.get(failureContext)
  const failureStatus = failed ? (failed.kind === 'unavailable' ? 503 : 500) : null
  const requestInfo = context.get(requestInfoContext)
  const shown = failureStatus ?? refusedStatus(entry) ?? status
  if (requestInfo.disconnectSignal?.aborted) return new Response(null, { status: shown })
  const preferences = readRequestPreferences(request, context)
  const bringsStyles = import.meta.env.PROD && lacksStyles(request, stylesheet)
  const form = makeFormToken(context.get(servicesContext).env, request.headers.get('cookie'))
  const facts: ServerFacts = {
    nonce: requestInfo.nonce,
    requestId: requestInfo.requestId,
    language,
    theme: preferences.theme,
    font: preferences.font,
    direction: preferences.direction,
    hasFailed: entry.staticHandlerContext.errors !== null,
    failureStatus,
    failureToast:
      failed?.kind === 'bug'
        ? translate(language, { key: request.method === 'POST' ? 'errors:toast.generic' : 'errors:toast.serverError' })
        : null,
    cameFrom: cameFrom(request),
    unsent: shown === 503 ? context.get(unsentContext) : null,
    drawing: context.get(drawingContext) || randomUUID(),
    styles: bringsStyles ? styles : null,
    formToken: form.token,
    textsJson: textsJson(language, namespacesOf(entry)),
  }
  const page = await readWhole(entry)
  const html = renderToString(
    <ServerFactsContext value={facts}>
      <TextsContext value={textsIn(language)}>
        <ServerRouter context={page} url={request.url} nonce={requestInfo.nonce} />
      </TextsContext>
    </ServerFactsContext>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', language)
  if (bringsStyles) headers.append('Set-Cookie', stylesCookie(stylesheet, request.url.startsWith('https:')))
  if (form.setCookie) headers.append('Set-Cookie', form.setCookie)
  if (shown === 503) headers.set('Retry-After', String(RETRY_AFTER_S))
  return new Response(Buffer.from(`<!DOCTYPE html>${html}`), {
    headers,
    status: shown,
  })
}

function languageOf(context: Readonly<RouterContextProvider>): Language {
  try {
    return context.get(languageContext)
  } catch {
    return DEFAULT_LANGUAGE
  }
}

function namespacesOf(entry: EntryContext): Set<string> {
  const namespaces = new Set(COMMON_NAMESPACES)
  for (const match of entry.staticHandlerContext.matches) {
    const handle: unknown = entry.routeModules[match.route.id]?.handle
    if (handle && typeof handle === 'object' && 'texts' in handle && Array.isArray(handle.texts))
      for (const namespace of handle.texts) namespaces.add(String(namespace))
  }
  return namespaces
}

/**
 * Returns the page with its data read in full, and only its own routes. Synchronous drawing cannot wait for data, and the router is
 * not built from two hundred routes that this page does not show.
 */
async function readWhole(entry: EntryContext): Promise<EntryContext> {
  const value = await readText(entry.serverHandoffStream)
  const { routes } = entry.manifest
  const ids = entry.staticHandlerContext.matches.map(({ route }) => route.id)
  return {
    ...entry,
    manifest: { ...entry.manifest, routes: Object.fromEntries(ids.map((id) => [id, routes[id]])) },
    renderMeta: { streamCache: { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) } },
  }
}

/** Releases the stream afterwards for the framework's own reader. */
async function readText(stream: EntryContext['serverHandoffStream']): Promise<string> {
  if (!stream) return ''
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    text += decoder.decode(piece.value, { stream: true })
  reader.releaseLock()
  return text + decoder.decode()
}
