/** True for the data of a page, which a page of the console that stands asks for, and no document. */
export const isDataRequest = ({ url }: Pick<Request, 'url'>): boolean => new URL(url).pathname.endsWith('.data')

/** True for a page that is fetched before anybody asked for it: it may be thrown away unseen, so it must not change anything. */
export const isPrefetch = (request: Request): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /\bprefetch\b/i.test(request.headers.get(name) ?? ''))
