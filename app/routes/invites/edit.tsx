import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/edit'
import { languageContext, servicesContext } from '../../context'
import { editInput } from '../../domain/invites/change-input'
import { editInvite } from '../../domain/invites/edit-invite.server'
import { roleOfInvite } from '../../domain/invites/invite-detail.server'
import { lastUsableInstant } from '../../domain/invites/invite'
import { dayOf } from '../../domain/invites/last-day'
import { USES_MAX } from '../../domain/invites/new-invite'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { datedPermit, isAsked } from '../../http/proof.server'
import { respond } from '../../http/respond.server'
import { formatNumber, formatZone } from '../../i18n/format'
import { translate } from '../../i18n/texts.server'
import { SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { DialogActions, DialogRoute } from '../../ui/dialog-route'
import { TextField } from '../../ui/text-field'
import { useWritten, WrittenForm } from '../../ui/written-form'
import { dialogOver } from './addresses'
import { orSayFailed } from './change-from-form.server'
import { readDetail } from './read-detail.server'
import { translateErrors } from '../../http/translate-errors.server'

export async function loader(args: Route.LoaderArgs) {
  const { actor } = permit(args.context, 'invites.create')
  const { invite, view } = await readDetail(args, permit(args.context, 'invites.read'))
  if (!invite.may.edit) throw failure(args.context, 403)
  const now = args.context.get(servicesContext).now()
  const zoneOfDay = invite.timeZone ?? invite.creatorTimeZone ?? actor.timeZone
  return {
    code: invite.code,
    used: view.used,
    usedCount: invite.usedCount,
    maximumUses: String(invite.maximumUses),
    lastDay: invite.expiresAt ? dayOf(lastUsableInstant(invite.expiresAt), zoneOfDay) : '',
    seenMaximum: invite.maximumUses,
    seenExpiry: invite.expiresAt?.toISOString() ?? '',
    zone: formatZone(now, actor.timeZone),
    closeTo: dialogOver(args.url, invite.id),
  }
}

type Again = {
  typed: { maximumUses: string; lastDay: string }
  errors: Partial<Record<string, string>>
  failed: string | null
}

export async function action(args: Route.ActionArgs) {
  const changing = permit(args.context, 'invites.create')
  const { request, context, params, url } = args
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const posted = await readForm(request, context)
  const form = Object.fromEntries(posted)
  const typed = { maximumUses: String(form.maximumUses ?? ''), lastDay: String(form.lastDay ?? '') }
  const again = (more: Partial<Again>, status: number) =>
    data<Again>({ typed, errors: {}, failed: null, ...more }, status)
  const { timeZone } = changing.actor
  const seenDay = typeof form.seenExpiry === 'string' && form.lastDay === form.seenDay
  const parsed = editInput(seenDay ? '' : dayOf(services.now(), timeZone)).safeParse(form)
  if (!parsed.success) return again({ errors: translateErrors(parsed.error, language) }, 422)
  const role = await roleOfInvite(services, permit(context, 'invites.read'), params.id)
  const given = await datedPermit({ request, context }, changing, { action: 'invite.edit', role }, posted)
  if (isAsked(given)) return given
  const answer = await orSayFailed(args, async (requestId) => {
    const outcome = await editInvite(services, given, params.id, parsed.data, requestId)
    if (outcome.kind === 'conflict') {
      if (outcome.now.because === 'stale')
        return again({ failed: translate(language, { key: 'invites:dialog.edit.stale' }) }, 409)
      const used = formatNumber(outcome.now.usedCount, language)
      const tooFew = translate(language, { key: 'invites:error.usesFewerThanUsed', values: { used } })
      return again({ errors: { maximumUses: tooFew } }, 422)
    }
    const to = dialogOver(url, params.id)
    return respond(context, outcome, { done: to, toast: 'invites:toast.changed', unchanged: to })
  })
  return answer
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const written = useWritten(loaderData, actionData && 'failed' in actionData ? actionData : null)
  const { drawn, refusal: refused } = written
  const { code, used, zone, closeTo } = drawn
  const refusal = refused && 'typed' in refused ? refused : null
  const { seenMaximum, seenExpiry, lastDay: seenDay } = drawn
  return (
    <DialogRoute title={t('dialog.edit.title')} description={t('dialog.edit.text', { code, used })} closeTo={closeTo}>
      <WrittenForm written={written} seen={{ seenMaximum, seenExpiry, seenDay }} className="grid gap-4">
        {refused?.failed ? (
          <Callout kind="danger" role="alert" title={t('failed.edit')}>
            {refused.failed}
          </Callout>
        ) : null}
        <TextField
          name="maximumUses"
          label={t('field.maximumUses')}
          type="number"
          inputMode="numeric"
          min={Math.max(1, drawn.usedCount)}
          max={USES_MAX}
          defaultValue={refusal?.typed.maximumUses ?? drawn.maximumUses}
          error={refusal?.errors.maximumUses}
        />
        <TextField
          name="lastDay"
          label={t('field.lastDay')}
          help={t('field.lastDayHelp', { zone })}
          optional
          type="date"
          defaultValue={refusal?.typed.lastDay ?? drawn.lastDay}
          error={refusal?.errors.lastDay}
        />
        <DialogActions closeTo={closeTo}>
          <SubmitButton>{t('dialog.edit.submit')}</SubmitButton>
        </DialogActions>
      </WrittenForm>
    </DialogRoute>
  )
}
