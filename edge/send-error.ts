import type { Response } from 'express'
import { INERT_CONTENT_POLICY } from './headers'

/** What the edge itself says, before there is a language: one plain sentence per status. */
const SENTENCES = {
  400: ['Bad request', 'The request could not be understood.'],
  403: ['Forbidden', 'The request came from another site or without a sign of where it came from.'],
  404: ['Not found', 'There is nothing at this address.'],
  405: ['Method not allowed', 'This address cannot be used that way.'],
  408: ['Request timed out', 'The request took too long to arrive.'],
  413: ['Too large', 'The request is larger than this address accepts.'],
  414: ['Address too long', 'The address is longer than this site accepts.'],
  415: ['Unsupported form', 'The request is not in a form that this address accepts.'],
  417: ['Expectation failed', 'The request expects what this site does not do.'],
  431: ['Headers too large', 'The headers of the request are too large.'],
  500: ['Something went wrong', 'The error is ours. Please try again later.'],
  503: ['Away for a moment', 'Nothing is lost. Please try again in a few seconds.'],
} as const

export type ErrorStatus = keyof typeof SENTENCES

export function errorPage(status: ErrorStatus, requestId: string): string {
  const [title, sentence] = SENTENCES[status]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${sentence}</p><p>Reference number: <code>${requestId}</code></p></main></body>
</html>
`
}

/** Ends the request with a small page that needs nothing. */
export function sendError(response: Response, status: ErrorStatus, headers: Record<string, string> = {}): void {
  response.end(prepareError(response, status, headers))
}

/** Sets status and headers of a refusal; gives the page to send. */
export function prepareError(response: Response, status: ErrorStatus, headers: Record<string, string>): string {
  response.status(status).set({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': INERT_CONTENT_POLICY,
    ...headers,
  })
  return errorPage(status, response.locals.requestInfo.requestId)
}
