import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import { FORM_FIELDS, PROOF_FIELDS } from '../app/form-protocol'
import { readCookie } from '../app/http/cookies/cookies.server'
import { browserLanguage } from '../app/http/preferences/language.server'
import { isLanguage, LANGUAGE_COOKIE } from '../app/i18n/languages'
import { translate } from '../app/i18n/texts.server'
import { DEFAULT_LANGUAGE, type Language } from '../app/vocabulary'
import { INERT_CONTENT_POLICY } from './headers'

/** What the edge says to requests that no browser sends by itself: one plain English sentence per status. */
const SENTENCES = {
  400: ['Bad request', 'The request could not be understood.'],
  403: ['Forbidden', 'The request came from another site or without a sign of where it came from.'],
  404: ['Not found', 'There is nothing at this address.'],
  405: ['Method not allowed', 'This address cannot be used that way.'],
  412: ['Precondition failed', 'What stands at this address is another version than the request asks for.'],
  414: ['Address too long', 'The address is longer than this site accepts.'],
  415: ['Unsupported form', 'The request is not in a form that this address accepts.'],
  416: ['Range not satisfiable', 'The file ends before the part that the request asks for.'],
  417: ['Expectation failed', 'The request expects what this site does not do.'],
  431: ['Headers too large', 'The headers of the request are too large.'],
} as const
/** Refusals that anybody may meet are written in the reader's language. */
const TRANSLATED = [408, 413, 500, 503] as const

type Translated = (typeof TRANSLATED)[number]
export type ErrorStatus = keyof typeof SENTENCES | Translated

const isTranslated = (status: ErrorStatus): status is Translated => TRANSLATED.includes(status as Translated)

export function errorPage(status: ErrorStatus, requestId: string, reader: Language = DEFAULT_LANGUAGE): string {
  const language = isTranslated(status) ? reader : 'en'
  const [title, sentence] = isTranslated(status)
    ? [translate(language, { key: `errors:${status}.title` }), translate(language, { key: `errors:${status}.words` })]
    : SENTENCES[status]
  return pageOf(language, requestId, title, `<p>${sentence}</p>`)
}

function pageOf(language: Language, requestId: string, title: string, words: string): string {
  const reference = translate(language, { key: 'ui:reference', values: { reference: requestId } })
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1>${words}<p>${reference}</p></main></body>
</html>
`
}

/** Removes the headers that describe a file which is not sent after all. */
export function forgetFile(response: Response): void {
  for (const name of response.getHeaderNames())
    if (/^content-(encoding|length|range)$|^etag$|^last-modified$/.test(name)) response.removeHeader(name)
}

/** Ends the request with a small page without styles, scripts or data. */
export function sendError(response: Response, status: ErrorStatus, headers: Record<string, string> = {}): void {
  response.end(prepareError(response, status, headers))
}

const SENT_AGAIN_POLICY = INERT_CONTENT_POLICY.replace("form-action 'none'", "form-action 'self'")
/** Fields that prove who somebody is or open something: never sent back, to be typed again. */
const NOT_WRITTEN: readonly string[] = [...Object.values(PROOF_FIELDS), 'code', 'passkey', 'registration']

/** 503: a form that was sent without script comes back with what was typed, to be sent again. */
export function sendUnavailable(response: Response, headers: Record<string, string>): void {
  const { req: request } = response
  const { body, formToken, requestInfo } = response.locals
  const isByBrowser = request.is('urlencoded') === 'urlencoded' && (request.headers.accept ?? '').includes('text/html')
  const isForm = Buffer.isBuffer(body) && isByBrowser
  const policy: Record<string, string> = isForm ? { 'Content-Security-Policy': SENT_AGAIN_POLICY } : {}
  const page = prepareError(response, 503, { ...headers, ...policy })
  if (!isForm) return void response.end(page)
  const language = languageOf(request)
  const say = (key: 'title' | 'unsent' | 'sendAgain') =>
    translate(language, { key: key === 'title' ? 'errors:503.title' : `errors:${key}` })
  const fields = [...new URLSearchParams(body.toString())].filter(([name]) => !NOT_WRITTEN.includes(name))
  if (formToken !== undefined) fields.push([FORM_FIELDS.token, formToken])
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const form = `<form method="post" action="${escaped(request.url)}">${inputs.join('')}<button>${say('sendAgain')}</button></form>`
  response.end(pageOf(language, requestInfo.requestId, say('title'), `<p>${say('unsent')}</p>${form}`))
}

/** Line ends as well: an HTML parser would normalise them. */
const escaped = (text: string) => text.replaceAll(/[&<>"\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Sets status and headers of a refusal; returns the page to send. */
export function prepareError(response: Response, status: ErrorStatus, headers: Record<string, string>): string {
  response.locals.isRefused = status < 500
  response.status(status).set({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': INERT_CONTENT_POLICY,
    ...headers,
  })
  return errorPage(status, response.locals.requestInfo.requestId, languageOf(response.req))
}

export function languageOf({ headers }: IncomingMessage): Language {
  const chosen = readCookie(headers.cookie ?? null, LANGUAGE_COOKIE)
  return isLanguage(chosen) ? chosen : (browserLanguage(headers['accept-language'] ?? null) ?? DEFAULT_LANGUAGE)
}
