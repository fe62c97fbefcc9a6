import type { Route } from './+types/edit'
import { languageContext, servicesContext } from '../../../context'
import { editInvite } from '../../../domain/invites/edit-invite.server'
import { roleOfInvite, readNewExpiryTimeZone } from '../../../domain/invites/invite-detail.server'
import { lastUsableInstant, USES_MAX, newExpiryTimeZone } from '../../../domain/invites/invite'
import { dayOf } from '../../../domain/calendar'
import { failure } from '../../../http/answers/failures.server'
import { formAction, restoreFormDraft } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { datedPermit } from '../../../http/sign-in/proof.server'
import { formatDate, formatNumber, formatUtcOffset } from '../../../i18n/format'
import type { Text } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton } from '../../../ui/button'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../../ui/forms/kept/kept-form'
import { useForm } from '../../../ui/forms/form'
import { TextField } from '../../../ui/forms/text-field'
import { inviteOver } from '../addresses'
import { readDetail } from './detail.server'
import { editInput } from '../../../domain/invites/invite-input'

export const handle = { writes: WRITTEN_FORM_ID }

export async function loader(args: Route.LoaderArgs) {
  const { actor } = permit(args.context, 'invites.create')
  const { invite, view } = await readDetail(args, permit(args.context, 'invites.read'))
  if (!invite.may.edit) throw failure(args.context, 403)
  const zone = newExpiryTimeZone(invite, actor.timeZone)
  const lastInstant = invite.expiresAt && lastUsableInstant(invite.expiresAt)
  const seen = termsSeen(invite, zone)
  const restored = await restoreFormDraft<{ alert: string | null }>(args, (kept) =>
    kept.get('seenMaximum') === String(seen.seenMaximum) && kept.get('seenExpiry') === seen.seenExpiry
      ? {}
      : {
          alert: translate(args.context.get(languageContext), staleText(args, invite, zone)),
          seen: { ...seen, seenMaximum: String(seen.seenMaximum) },
        },
  )
  return {
    code: invite.code,
    used: view.used,
    usedCount: invite.usedCount,
    maximumUses: String(invite.maximumUses),
    lastDay: seen.seenDay,
    seen,
    restored,
    // The zone's offset on that day, which may be in the other half of the year.
    zone: formatUtcOffset(lastInstant ?? args.context.get(servicesContext).now(), zone),
    closeTo: inviteOver(args.url, invite.id),
  }
}

type Terms = { maximumUses: number; expiresAt: Date | null }

/** Hidden fields with the terms that a form was drawn from. */
const termsSeen = ({ maximumUses, expiresAt }: Terms, zone: string) => ({
  seenMaximum: maximumUses,
  seenExpiry: expiresAt?.toISOString() ?? '',
  seenDay: expiresAt ? dayOf(lastUsableInstant(expiresAt), zone) : '',
})

/** Says that somebody has changed the terms meanwhile, and what they are now. */
function staleText(
  { context }: Pick<Route.LoaderArgs, 'context'>,
  { maximumUses, expiresAt }: Terms,
  zone: string,
): Text {
  const language = context.get(languageContext)
  const maximum = formatNumber(maximumUses, language)
  if (!expiresAt) return { key: 'invites:dialog.edit.staleUndated', values: { maximum } }
  const day = formatDate(lastUsableInstant(expiresAt), language, zone)
  return { key: 'invites:dialog.edit.stale', values: { maximum, day } }
}

export async function action(args: Route.ActionArgs) {
  const changing = permit(args.context, 'invites.create')
  const { context, params, url } = args
  const services = context.get(servicesContext)
  const reading = permit(context, 'invites.read')
  const zone = await readNewExpiryTimeZone(services, reading, params.id)
  const to = inviteOver(url, params.id)
  return formAction(args, {
    schema: (posted) => {
      const isSeenDay = posted.get('lastDay') === posted.get('seenDay')
      return editInput(isSeenDay ? '' : dayOf(services.now(), zone))
    },
    async allow(_input, posted) {
      const role = await roleOfInvite(services, reading, params.id)
      return datedPermit(args, changing, { action: 'invite.edit', role }, posted)
    },
    command: (input, { requestId }, allowed) => editInvite(services, allowed, params.id, input, requestId),
    conflict(now) {
      if (now.because === 'stale') return { alert: staleText(args, now, zone), seen: termsSeen(now, zone) }
      const used = formatNumber(now.usedCount, context.get(languageContext))
      return { status: 422, fieldErrors: { maximumUses: { key: 'invites:error.usesFewerThanUsed', values: { used } } } }
    },
    done: () => ({ to, toast: 'invites:toast.changed' }),
    failed: 'invites:failed.again',
    failedToast: 'invites:failed.edit',
  })
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ maximumUses, lastDay }) => ({ maximumUses, lastDay }),
    labels: { maximumUses: t('field.maximumUses'), lastDay: t('field.lastDay') },
  })
  const { code, used, usedCount, zone, closeTo, seen } = form.drawn
  return (
    <DialogRoute title={t('dialog.edit.title')} description={t('dialog.edit.text', { code, used })} closeTo={closeTo}>
      <ConsoleForm state={form} seen={seen}>
        <TextField
          {...form.field('maximumUses')}
          type="number"
          inputMode="numeric"
          min={Math.max(1, usedCount)}
          max={USES_MAX}
        />
        <TextField {...form.field('lastDay')} help={t('field.lastDayHelp', { zone })} optional type="date" />
        <DialogActions closeTo={closeTo}>
          <SubmitButton>{t('dialog.edit.submit')}</SubmitButton>
        </DialogActions>
      </ConsoleForm>
    </DialogRoute>
  )
}
