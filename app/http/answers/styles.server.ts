import { readCookie, writeCookie } from '../cookies/cookies.server'

const STYLES_COOKIE = 'styles'
const STYLES_MAX_AGE_S = 7 * 24 * 3600

/**
 * Whether a page must carry its styles inline: a browser that has not loaded this sheet yet would show nothing until it had fetched
 * it. The cookie names the sheet that the browser was given; a new sheet is inlined in the next page.
 */
export const lacksStyles = ({ method, headers }: Request, sheet: string): boolean =>
  method === 'GET' &&
  headers.get('sec-fetch-dest') === 'document' &&
  readCookie(headers.get('cookie'), STYLES_COOKIE) !== versionOf(sheet)

export const stylesCookie = (sheet: string, isSecure: boolean): string =>
  writeCookie(STYLES_COOKIE, versionOf(sheet), { maxAgeS: STYLES_MAX_AGE_S, isHttpOnly: true, isSecure })

/** The file's name, which changes with its content. */
const versionOf = (sheet: string): string => sheet.replace(/^.*\/|\.css$/g, '')
