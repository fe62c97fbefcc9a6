/** The address as the server read it, which takes empty steps of a path for none. The same address matches the same page in the browser then. */
export const servedAddress = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname.replaceAll(/\/{2,}/g, '/') + search + hash
