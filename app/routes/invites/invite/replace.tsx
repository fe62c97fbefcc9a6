import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Route } from './+types/replace'
import { languageContext, servicesContext } from '../../../context'
import { roleOfInvite } from '../../../domain/invites/invite-detail.server'
import { replaceInvite } from '../../../domain/invites/replace-invite.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { datedPermit } from '../../../http/sign-in/proof.server'
import { formatNumber } from '../../../i18n/format'
import { inviteOver } from '../addresses'
import { ConfirmDialog } from '../confirm-dialog'
import { readDetail } from './detail.server'
import { useTranslation } from '../../../i18n/use-translation'
import { isUuid } from '../../../uuid'

export async function loader(args: Route.LoaderArgs) {
  permit(args.context, 'invites.deleteOwn')
  const { invite } = await readDetail(args, permit(args.context, 'invites.read'))
  if (!invite.may.delete) throw failure(args.context, 403)
  return {
    newId: randomUUID(),
    code: invite.code,
    status: invite.status,
    voidBecause: invite.voidBecause,
    left: formatNumber(invite.maximumUses - invite.usedCount, args.context.get(languageContext)),
    mayReplace: invite.may.replace,
    closeTo: inviteOver(args.url, invite.id),
  }
}

export async function action(args: Route.ActionArgs) {
  const replacing = permit(args.context, 'invites.deleteOwn')
  const { context, params, url } = args
  const services = context.get(servicesContext)
  return formAction(args, {
    schema: z.object({ newId: z.string().catch('') }),
    async allow(_input, posted) {
      const role = await roleOfInvite(services, permit(context, 'invites.read'), params.id)
      return datedPermit(args, replacing, { action: 'invite.create', role }, posted)
    },
    command({ newId }, { requestId }, allowed) {
      if (!isUuid(newId)) throw failure(context, 400)
      return replaceInvite(services, allowed, params.id, newId, requestId)
    },
    conflict(now) {
      if (now.because === 'organization') return { alert: 'invites:dialog.replace.closed' }
      return { alert: now.because === 'sent' ? 'ui:sentBefore.title' : `invites:dialog.notActive.${now.status}` }
    },
    done: (_outcome, { newId }) => ({ to: inviteOver(url, newId), toast: 'invites:toast.replaced' }),
    failed: 'invites:failed.again',
    failedToast: 'invites:failed.replace',
  })
}

export default function Replace({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const { newId, code, left, status, voidBecause, mayReplace, closeTo } = loaderData
  const notReplaced = voidBecause === 'organization' ? t('void.organization') : t(`dialog.notActive.${status}`)
  return (
    <ConfirmDialog
      title={t('dialog.replace.title')}
      text={mayReplace ? t('dialog.replace.text', { code, left }) : notReplaced}
      submit={mayReplace ? t('dialog.replace.submit') : null}
      isDanger
      closeTo={closeTo}
      answer={actionData}
      failedTitle={t('failed.replace')}
      seen={{ newId }}
    />
  )
}
