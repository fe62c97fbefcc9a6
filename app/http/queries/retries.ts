/** Queries of the running console are retried up to 3 times (specification 7). */
export const RETRIES = 3

/** Tells the server how often the console will still ask again, so that only the last failure becomes an error page; of what is asked beside a page none does. */
export const RETRIES_LEFT_HEADER = 'x-retries-left'

/** What a query is taken for that was answered with nothing. */
export const NO_CONTENT = 'No Content'
