import { redirect } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/resend-message'
import { servicesContext } from '../../../context'
import { organizationAddress } from '../../../domain/organizations/organization-address'
import { resendMessage } from '../../../domain/verifications/notifications/resend-message.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { isUuid } from '../../../uuid'

const tabOf = (id: string) => organizationAddress(id, 'messages', '')

/** Only a message's form posts here; a visit redirects to the tab. */
export function loader({ context, params }: Route.LoaderArgs) {
  permit(context, 'contacts.read')
  if (!isUuid(params.id)) throw failure(context, 404)
  return redirect(tabOf(params.id))
}

export async function action(args: Route.ActionArgs) {
  const resending = permit(args.context, 'contacts.read')
  const { context, params } = args
  return formAction(args, {
    schema: z.object({}),
    command: (_input, { requestId }) =>
      resendMessage(context.get(servicesContext), resending, {
        organizationId: params.id,
        id: params.messageId,
        requestId,
      }),
    done: () => ({ to: tabOf(params.id), toast: 'organizations:toast.resent' }),
    failed: null,
  })
}
