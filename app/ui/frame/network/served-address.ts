/** The address as the server reads it, without empty path segments, so that the browser matches the same route. */
export const servedAddress = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname.replaceAll(/\/{2,}/g, '/') + search + hash
