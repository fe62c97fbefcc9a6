import { randomUUID } from 'node:crypto'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/replace'
import { languageContext, servicesContext } from '../../context'
import { isInviteId } from '../../domain/invites/input'
import { roleOfInvite } from '../../domain/invites/invite-detail.server'
import { replaceLeaked } from '../../domain/invites/replace-invite.server'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { datedPermit, isAsked } from '../../http/proof.server'
import { respond } from '../../http/respond.server'
import { formatNumber } from '../../i18n/format'
import { translate } from '../../i18n/texts.server'
import { dialogOver } from './addresses'
import { orSayFailed } from './change-from-form.server'
import { failureIn, Question } from './question'
import { readDetail } from './read-detail.server'

export async function loader(args: Route.LoaderArgs) {
  permit(args.context, 'invites.deleteOwn')
  const { invite } = await readDetail(args, permit(args.context, 'invites.read'))
  if (!invite.may.delete) throw failure(args.context, 403)
  return {
    newId: randomUUID(),
    code: invite.code,
    status: invite.status,
    left: formatNumber(invite.maximumUses - invite.usedCount, args.context.get(languageContext)),
    mayReplace: invite.may.replace,
    closeTo: dialogOver(args.url, invite.id),
  }
}

export async function action(args: Route.ActionArgs) {
  const replacing = permit(args.context, 'invites.deleteOwn')
  const { request, context, params, url } = args
  const form = await readForm(request, context)
  const newId = String(form.get('newId'))
  const services = context.get(servicesContext)
  const role = await roleOfInvite(services, permit(context, 'invites.read'), params.id)
  const given = await datedPermit({ request, context }, replacing, { action: 'invite.make', role }, form)
  if (isAsked(given)) return given
  return orSayFailed(args, async (requestId) => {
    if (!isInviteId(newId)) throw failure(context, 400)
    const outcome = await replaceLeaked(services, given, params.id, newId, requestId)
    if (outcome.kind === 'conflict') {
      const key =
        outcome.now.because === 'sent'
          ? 'ui:sentBefore.title'
          : (`invites:dialog.notActive.${outcome.now.status}` as const)
      return data({ failed: translate(context.get(languageContext), { key }) }, 409)
    }
    const to = dialogOver(url, newId)
    return respond(context, outcome, { done: to, toast: 'invites:toast.replaced', unchanged: to })
  })
}

export default function Replace({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const { newId, code, left, status, mayReplace, closeTo } = loaderData
  return (
    <Question
      title={t('dialog.replace.title')}
      text={mayReplace ? t('dialog.replace.text', { code, left }) : t(`dialog.notActive.${status}`)}
      submit={mayReplace ? t('dialog.replace.submit') : null}
      isDanger
      closeTo={closeTo}
      failure={failureIn(actionData, t('failed.replace'))}
      seen={{ newId }}
    />
  )
}
