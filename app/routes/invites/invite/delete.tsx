import { z } from 'zod'
import type { Route } from './+types/delete'
import { servicesContext } from '../../../context'
import { deleteInvite } from '../../../domain/invites/delete-invites.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { listUnder } from '../addresses'
import { ConfirmDialog } from '../confirm-dialog'
import { readDetail } from './detail.server'
import { useTranslation } from '../../../i18n/use-translation'

export async function loader(args: Route.LoaderArgs) {
  permit(args.context, 'invites.deleteOwn')
  const { invite } = await readDetail(args, permit(args.context, 'invites.read'))
  if (!invite.may.delete) throw failure(args.context, 403)
  return { code: invite.code, closeTo: listUnder(args.url) }
}

export async function action(args: Route.ActionArgs) {
  const deleting = permit(args.context, 'invites.deleteOwn')
  const { context, params, url } = args
  return formAction(args, {
    schema: z.object({}),
    command: (_input, { requestId }) => deleteInvite(context.get(servicesContext), deleting, params.id, requestId),
    done: () => ({ to: listUnder(url), toast: 'invites:toast.deleted' }),
    failed: 'invites:failed.again',
    failedToast: 'invites:failed.delete',
  })
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  return (
    <ConfirmDialog
      title={t('dialog.delete.title')}
      text={t('dialog.delete.text', { code: loaderData.code })}
      submit={t('dialog.delete.submit')}
      isDanger
      closeTo={loaderData.closeTo}
      answer={actionData}
    />
  )
}
