import type { Route } from './+types/undo'
import { servicesContext } from '../../../context'
import { done, type Outcome } from '../../../domain/outcome'
import { versionInput } from '../../../domain/verifications/input'
import type { UndoConflict } from '../../../domain/verifications/decisions/undo'
import type { DecisionAction } from '../../../domain/verifications/verification-actions'
import { undoDecision } from '../../../domain/verifications/decisions/undo.server'
import { formAction } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { redirectOnward, redirectWithToast, redirectWithReason } from '../../../http/answers/toast.server'
import { addressUnder, searchWith, targetOf } from '../addresses'

export { shouldRevalidate } from '../after-conflict'

/** Has no page of its own: the application's page offers it while it is possible. */
export function loader({ context, url }: Route.LoaderArgs) {
  permit(context, 'verifications.read')
  return redirectOnward(context, addressUnder(url))
}

/** Undoes the decision and opens its form with what was typed, if anything; when it is too late, redirects back and says why. */
export function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  const { context, params, url } = args
  const services = context.get(servicesContext)
  return formAction(args, {
    schema: versionInput,
    command: async ({ version }, { requestId }): Promise<Outcome<{ action: DecisionAction | null } | UndoConflict>> => {
      const outcome = await undoDecision(services, reviewing, targetOf(args, version, requestId))
      return outcome.kind === 'conflict' ? done(outcome.now) : outcome
    },
    done(outcome) {
      const page = addressUnder(url)
      const value = outcome.kind === 'done' ? outcome.value : null
      if (value && 'because' in value)
        return value.because === 'undone'
          ? redirectWithToast(services, page, 'info', 'verifications:undo.already')
          : redirectWithReason(context, page, 'error', { key: `verifications:undo.refused.${value.because}` })
      const [path = '', search = ''] = page.split('?')
      const to = path + searchWith(search, { decide: value?.action })
      return { to, toast: 'verifications:undo.done', thread: params.id }
    },
  })
}

export default function Undo() {
  return null
}
