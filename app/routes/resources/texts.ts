import type { Route } from './+types/texts'
import { failure } from '../../http/answers/failures.server'
import { isLanguage } from '../../i18n/languages'
import { namespaceIn } from '../../i18n/texts.server'

/** The texts of one namespace for the browser's translator. */
export function loader({ params, context }: Route.LoaderArgs) {
  const texts = isLanguage(params.language) ? namespaceIn(params.language, params.namespace) : undefined
  if (texts === undefined) throw failure(context, 404)
  return Response.json(texts, { headers: { 'Cache-Control': 'public, max-age=300' } })
}
