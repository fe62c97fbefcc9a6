import type { Route } from './+types/verdict'
import { redirectOnward } from '../../../http/answers/toast.server'
import { permit } from '../../../http/sign-in/permit.server'
import { pageOf, searchWith } from '../addresses'
import { RejectDocument } from './reject-document'
import { postVerdict, readRejection, type Verdict } from './verdict.server'
import { VERDICT_FORM_ID } from '../../../ui/forms/kept/kept-form'

export const handle = { writes: VERDICT_FORM_ID }

export { shouldRevalidate } from '../after-conflict'

/** The verdict, which is the address's last segment. */
const verdictAt = (url: URL): Verdict => (/\/reject\/?$/.test(url.pathname) ? 'reject' : 'verify')

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const judging = permit(context, 'organizations.edit')
  const rejection = await readRejection({ context, params, url }, judging)
  if (verdictAt(url) === 'reject') return rejection
  const page = pageOf(url.pathname) + searchWith(url.search, { document: params.documentId, verdict: null })
  throw await redirectOnward(context, page)
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const judging = permit(context, 'organizations.edit')
  return postVerdict({ request, context, params, url }, judging, verdictAt(url))
}

/** Drawn beside the document. */
export default function VerdictOnDocument({ loaderData, actionData }: Route.ComponentProps) {
  return <RejectDocument drawn={loaderData} answer={actionData} />
}
