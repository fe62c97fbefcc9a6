/** Queries of the running console are retried up to 3 times (specification 7). */
export const RETRIES = 3

/** Tells the server how many retries the console has left, so that only the last failure becomes an error page; a failed background query never does. */
export const RETRIES_LEFT_HEADER = 'x-retries-left'

/** The status text of the 404 that stands for an empty answer to a query; the error page has words of its own for it. */
export const NO_CONTENT = 'No Content'
