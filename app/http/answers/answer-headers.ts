import type { HeadersFunction } from 'react-router'

/** Browsers and proxies never store sign-in pages; an action's `Retry-After` reaches the client. */
export const answerHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const retryAfter = actionHeaders.get('Retry-After')
  if (retryAfter !== null) headers.set('Retry-After', retryAfter)
  return headers
}
