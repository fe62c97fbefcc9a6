import type { HeadersFunction } from 'react-router'

/** Pages of signing in are never kept by browsers and proxies; `Retry-After` of an action reaches the client. */
export const answerHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const retryAfter = actionHeaders.get('Retry-After')
  if (retryAfter !== null) headers.set('Retry-After', retryAfter)
  return headers
}
