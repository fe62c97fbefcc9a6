import type { Route } from './+types/new'
import { servicesContext } from '../../../context'
import { dayOf } from '../../../domain/calendar'
import { createInvite } from '../../../domain/invites/create-invite.server'
import { NOTES_MAX_LENGTH, USES_MAX } from '../../../domain/invites/invite'
import { createInput } from '../../../domain/invites/new-invite'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { TextArea, TextField } from '../../../ui/forms/text-field'
import { InviteDialog, TargetFields, useInviteForm } from './invite-form'
import { inviteFormView, postInvite } from './invite-form.server'

export function loader(args: Route.LoaderArgs) {
  const creating = permit(args.context, 'invites.create')
  return inviteFormView(args, creating)
}

export async function action(args: Route.ActionArgs) {
  const creating = permit(args.context, 'invites.create')
  const services = args.context.get(servicesContext)
  return postInvite(args, creating, {
    schema: createInput(dayOf(services.now(), creating.actor.timeZone)),
    command: (given, input, requestId) => createInvite(services, given, input, requestId),
    toast: 'invites:toast.created',
    failedToast: 'invites:failed.new',
    showsCode: true,
  })
}

export default function New({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const form = useInviteForm(loaderData, actionData)
  const { lastDayForStaff, today, zone } = form.drawn
  return (
    <InviteDialog
      form={form}
      title={t('dialog.new.title')}
      description={t('dialog.new.text')}
      submit={t('dialog.new.submit')}
      failedTitle={t('failed.new')}
    >
      <div className="contents" onChange={(event) => fillForStaff(event.target, lastDayForStaff)}>
        <TargetFields form={form} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('maximumUses')} type="number" inputMode="numeric" min={1} max={USES_MAX} />
        <TextField {...form.field('lastDay')} optional type="date" min={today} />
      </div>
      <p className="field-help">{t('field.lastDayHelp', { zone })}</p>
      <TextArea {...form.field('notes')} help={t('field.notesHelp')} optional rows={2} maxLength={NOTES_MAX_LENGTH} />
    </InviteDialog>
  )
}

/** Choosing a code for staff proposes its last day, choosing another takes the proposal back; a day of one's own stays. */
function fillForStaff(chosen: EventTarget, proposal: string) {
  if (!(chosen instanceof HTMLInputElement) || chosen.name !== 'type') return
  const field = chosen.form?.elements.namedItem('lastDay')
  if (!(field instanceof HTMLInputElement)) return
  if (chosen.value === 'invite_to_user' && field.value === '') field.value = proposal
  else if (chosen.value !== 'invite_to_user' && field.value === proposal) field.value = ''
}
