import { useTranslation } from 'react-i18next'
import type { Route } from './+types/new'
import { servicesContext } from '../../context'
import { createInvite } from '../../domain/invites/create-invite.server'
import { dayOf } from '../../domain/calendar'
import { createInput, NOTES_MAX_LENGTH, USES_MAX } from '../../domain/invites/new-invite'
import { permit } from '../../http/permit.server'
import { unlessAsked } from '../../ui/confirm-identity'
import { TextArea, TextField } from '../../ui/text-field'
import { useWritten } from '../../ui/written-form'
import { makeFromForm } from './making/make-from-form.server'
import { MakingDialog } from './making/making-dialog'
import { makingView } from './making/making-view.server'
import { TargetFields } from './making/target-fields'

export function loader(args: Route.LoaderArgs) {
  const creating = permit(args.context, 'invites.create')
  return makingView(args, creating)
}

export async function action(args: Route.ActionArgs) {
  const creating = permit(args.context, 'invites.create')
  const services = args.context.get(servicesContext)
  return makeFromForm(args, creating, {
    schema: createInput(dayOf(services.now(), creating.actor.timeZone)),
    command: (given, input, requestId) => createInvite(services, given, input, requestId),
    toast: 'invites:toast.created',
    showsCode: true,
  })
}

export default function New({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const written = useWritten(loaderData, unlessAsked(actionData))
  const { drawn: view, refusal } = written
  return (
    <MakingDialog
      written={written}
      title={t('dialog.new.title')}
      description={t('dialog.new.text')}
      submit={t('dialog.new.submit')}
      failedTitle={t('failed.new')}
    >
      <div className="contents" onChange={(event) => fillForStaff(event.target, view.lastDayForStaff)}>
        <TargetFields view={view} refusal={refusal} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="maximumUses"
          label={t('field.maximumUses')}
          type="number"
          inputMode="numeric"
          min={1}
          max={USES_MAX}
          defaultValue={refusal?.typed.maximumUses ?? '1'}
          error={refusal?.errors.maximumUses}
        />
        <TextField
          name="lastDay"
          label={t('field.lastDay')}
          optional
          type="date"
          min={view.today}
          defaultValue={
            refusal?.typed.lastDay ?? (view.types[0] === 'invite_to_user' ? view.lastDayForStaff : undefined)
          }
          error={refusal?.errors.lastDay}
        />
      </div>
      <p className="field-help">{t('field.lastDayHelp', { zone: view.zone })}</p>
      <TextArea
        name="notes"
        label={t('field.notes')}
        help={t('field.notesHelp')}
        optional
        rows={2}
        maxLength={NOTES_MAX_LENGTH}
        defaultValue={refusal?.typed.notes}
        error={refusal?.errors.notes}
      />
    </MakingDialog>
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
