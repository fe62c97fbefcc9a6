import { readPreferences, type Preferences } from '../domain/preferences'
import { readCookie } from './cookies.server'

export function readRequestPreferences(request: Request): Preferences {
  const header = request.headers.get('cookie')
  return readPreferences((name) => readCookie(header, name))
}
