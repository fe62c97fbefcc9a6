import type { Route } from './+types/texts'
import { failure } from '../../http/answers/failures.server'
import { isLanguage } from '../../i18n/languages'
import { namespaceFile } from '../../i18n/texts.server'

/** The texts of one namespace for the browser's translator; always revalidated, because a release brings new texts. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  const file = isLanguage(params.language) ? namespaceFile(params.language, params.namespace) : null
  if (!file) throw failure(context, 404)
  const headers = { 'Cache-Control': 'public, no-cache', ETag: file.tag }
  if (request.headers.get('if-none-match') === file.tag) return new Response(null, { status: 304, headers })
  return new Response(file.json, { headers: { ...headers, 'Content-Type': 'application/json' } })
}
