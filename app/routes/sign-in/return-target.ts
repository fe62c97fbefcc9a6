/** An address with the page to return to, unless that is the start page. */
export const withReturnTarget = (path: string, target: string): string =>
  target === '/' ? path : `${path}?${new URLSearchParams({ redirect: target })}`
