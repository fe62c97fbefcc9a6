import { randomUUID } from 'node:crypto'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/resend'
import { languageContext, servicesContext } from '../../context'
import { resendInvite, type ResendRefusal } from '../../domain/invites/resend-invite.server'
import { failure } from '../../http/failures.server'
import { readForm, readFormId } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { respond } from '../../http/respond.server'
import { formatWait } from '../../i18n/format'
import { translate } from '../../i18n/texts.server'
import { ButtonLink } from '../../ui/button'
import type { Language } from '../../vocabulary'
import { dialogOver } from './addresses'
import { orSayFailed } from './change-from-form.server'
import { failureIn, Question } from './question'
import { readDetail } from './read-detail.server'

export async function loader(args: Route.LoaderArgs) {
  permit(args.context, 'invites.create')
  const { invite, view } = await readDetail(args, permit(args.context, 'invites.read'))
  if (!invite.recipient || !invite.channel) throw failure(args.context, 404)
  if (!invite.may.edit) throw failure(args.context, 403)
  return {
    id: randomUUID(),
    channel: invite.channel,
    recipient: invite.recipient,
    status: invite.status,
    mayResend: invite.may.resend,
    wait: view.resendWait,
    here: args.url.pathname + args.url.search,
    closeTo: dialogOver(args.url, invite.id),
  }
}

export async function action(args: Route.ActionArgs) {
  const sending = permit(args.context, 'invites.create')
  const { invite } = await readDetail(args, permit(args.context, 'invites.read'))
  const { request, context, params, url } = args
  const language = context.get(languageContext)
  const place = { id: params.id, formId: readFormId(await readForm(request, context)) }
  return orSayFailed(args, async (requestId) => {
    const outcome = await resendInvite(context.get(servicesContext), sending, place, requestId)
    if (outcome.kind === 'conflict')
      return data({ failed: refusedBecause(outcome.now, language) }, 'waitMs' in outcome.now ? 429 : 409)
    const to = dialogOver(url, params.id)
    const toast = invite.channel === 'whatsapp' ? 'invites:toast.whatsapp' : 'invites:toast.email'
    return respond(context, outcome, { done: to, toast, unchanged: to })
  })
}

function refusedBecause(now: ResendRefusal, language: Language): string {
  if (now.because === 'status') return translate(language, { key: `invites:dialog.notActive.${now.status}` })
  if (now.because === 'sent') return translate(language, { key: 'ui:sentBefore.title' })
  const key = now.because === 'pause' ? 'invites:dialog.resend.pause' : 'invites:failed.limit'
  return translate(language, { key, values: { wait: formatWait(now.waitMs, language) } })
}

export default function Resend({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const { id, channel, recipient, status, mayResend, wait, here, closeTo } = loaderData
  return (
    <Question
      title={t('dialog.resend.title')}
      text={mayResend ? t('dialog.resend.text', { recipient }) : t(`dialog.notActive.${status}`)}
      submit={mayResend && !wait ? t('dialog.resend.submit') : null}
      closeTo={closeTo}
      failure={failureIn(actionData, t(`failed.${channel}`))}
      seen={{ id }}
    >
      {mayResend && wait ? (
        <p className="flex flex-wrap items-center gap-2" role="status">
          {t('dialog.resend.pause', { wait })}
          <ButtonLink to={here} size="small" icon="refresh" prefetch="none" preventScrollReset>
            {t('dialog.resend.refresh')}
          </ButtonLink>
        </p>
      ) : null}
    </Question>
  )
}
