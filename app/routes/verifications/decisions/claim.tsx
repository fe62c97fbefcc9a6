import { redirect } from 'react-router'
import type { Route } from './+types/claim'
import { servicesContext } from '../../../context'
import type { DecisionResult } from '../../../domain/verifications/decisions/decision'
import { releaseClaim, takeOverClaim } from '../../../domain/verifications/claims/claim.server'
import { startReview } from '../../../domain/verifications/decisions/decide.server'
import { versionInput } from '../../../domain/verifications/input'
import { done, type Outcome } from '../../../domain/outcome'
import { actionByIntent, formAction } from '../../../http/forms/form-action.server'
import type { TextKey } from '../../../i18n/keys'
import { permit } from '../../../http/sign-in/permit.server'
import { redirectOnward } from '../../../http/answers/toast.server'
import { addressUnder, targetOf } from '../addresses'
import { redirectTooLate } from './too-late.server'

export { shouldRevalidate } from '../after-conflict'

/** Has no page of its own: the application's page says whose it is. */
export function loader({ context, url }: Route.LoaderArgs) {
  permit(context, 'verifications.read')
  return redirectOnward(context, addressUnder(url))
}

/** Claims, releases or takes over, and redirects back; a person who is too late sees the current state. */
export function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  const { context, url } = args
  const services = context.get(servicesContext)
  const act = (command: typeof startReview, toast?: TextKey) => () =>
    formAction(args, {
      schema: versionInput,
      command: async ({ version }, { requestId }): Promise<Outcome<DecisionResult | 'late'>> => {
        const outcome = await command(services, reviewing, targetOf(args, version, requestId))
        return outcome.kind === 'conflict' ? done('late') : outcome
      },
      done: (outcome) => {
        const to = addressUnder(url)
        if (outcome.kind === 'unchanged') return { to, toast: 'common:toast.notModified' }
        if (outcome.value === 'late') return redirectTooLate(context, to)
        return toast ? { to, toast } : redirect(to, { headers: { 'X-Remix-Replace': 'true' } })
      },
    })
  return actionByIntent(args, {
    claim: act(startReview, 'verifications:toast.start'),
    release: act(releaseClaim),
    'take-over': act(takeOverClaim),
  })
}

export default function Claim() {
  return null
}
