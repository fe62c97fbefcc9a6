/** Whether the database could not be asked, for the floors that may not know the database. */
export { isUnavailable } from '../db/unavailable'
