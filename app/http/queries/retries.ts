/** Queries of the running console are retried up to 3 times (specification 7). */
export const RETRIES = 3

/**
 * Tells the server how many retries the console has left: only the last failure becomes an error page, and that of a background
 * query never does.
 */
export const RETRIES_LEFT_HEADER = 'x-retries-left'

/** The status text of the 404 that replaces an empty answer to a query; the error page has its own words for it. */
export const NO_CONTENT = 'No Content'
