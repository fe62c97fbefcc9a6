/** An address of a page beside sign-in, with the page to return to when that is not the start page. */
export const keepTarget = (path: string, target: string): string =>
  target === '/' ? path : `${path}?${new URLSearchParams({ redirect: target })}`
