import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Route } from './+types/resend'
import { languageContext, servicesContext } from '../../../context'
import { resendInvite, type ResendConflict } from '../../../domain/invites/sending/resend-invite.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction, type Rejection } from '../../../http/forms/form-action.server'
import { readFormId } from '../../../http/forms/form.server'
import { permit } from '../../../http/sign-in/permit.server'
import { waitLabel } from '../../../i18n/wait-label'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import type { Language } from '../../../vocabulary'
import { inviteOver } from '../addresses'
import { ConfirmDialog } from '../confirm-dialog'
import { readDetail } from './detail.server'

export async function loader(args: Route.LoaderArgs) {
  permit(args.context, 'invites.create')
  const { invite, view } = await readDetail(args, permit(args.context, 'invites.read'))
  if (!invite.recipient || !invite.channel) throw failure(args.context, 404)
  if (!invite.may.edit) throw failure(args.context, 403)
  return {
    id: randomUUID(),
    channel: invite.channel,
    recipient: view.recipient,
    status: invite.status,
    voidBecause: invite.voidBecause,
    mayResend: invite.may.resend,
    wait: view.resendWait,
    here: args.url.pathname + args.url.search,
    closeTo: inviteOver(args.url, invite.id),
  }
}

export async function action(args: Route.ActionArgs) {
  const sending = permit(args.context, 'invites.create')
  const { invite } = await readDetail(args, permit(args.context, 'invites.read'))
  const { context, params, url } = args
  const channel = invite.channel ?? 'email'
  return formAction(args, {
    schema: z.object({}),
    command: (_input, { requestId, posted }) =>
      resendInvite(context.get(servicesContext), sending, { id: params.id, formId: readFormId(posted) }, requestId),
    conflict: (now) => rejectedBecause(now, context.get(languageContext)),
    done: () => ({
      to: inviteOver(url, params.id),
      toast: `invites:toast.${channel}`,
    }),
    failed: 'invites:failed.again',
    failedToast: `invites:failed.${channel}`,
  })
}

function rejectedBecause(now: ResendConflict, language: Language): Rejection {
  if (now.because === 'status') return { alert: `invites:dialog.notActive.${now.status}` }
  if (now.because === 'void') return { alert: `invites:void.${now.reason}` }
  if (now.because === 'sent') return { alert: 'ui:sentBefore.title' }
  const key = now.because === 'pause' ? 'invites:dialog.resend.pause' : 'invites:failed.limit'
  return { status: 429, alert: { key, values: { wait: waitLabel(now.waitMs, language) } } }
}

export default function Resend({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const { id, channel, recipient, status, voidBecause, mayResend, wait, here, closeTo } = loaderData
  const notSent = voidBecause ? t(`void.${voidBecause}`) : t(`dialog.notActive.${status}`)
  return (
    <ConfirmDialog
      title={t('dialog.resend.title')}
      text={mayResend ? t('dialog.resend.text', { recipient }) : notSent}
      submit={mayResend && !wait ? t('dialog.resend.submit') : null}
      closeTo={closeTo}
      answer={actionData}
      failedTitle={t(`failed.${channel}`)}
      seen={{ id }}
    >
      {mayResend && wait ? (
        <p className="flex flex-wrap items-center gap-2" role="status">
          {t('dialog.resend.pause', { wait })}
          <ButtonLink to={here} size="small" icon="refresh" reloadDocument>
            {t('dialog.resend.refresh')}
          </ButtonLink>
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
