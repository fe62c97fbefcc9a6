/** True for a page's data, which the running console requests, and not a document. */
export const isDataRequest = ({ url }: Pick<Request, 'url'>): boolean => new URL(url).pathname.endsWith('.data')

/** True for a prefetch: the page may be discarded unseen, so it must not change anything. */
export const isPrefetch = (request: Request): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /\bprefetch\b/i.test(request.headers.get(name) ?? ''))
