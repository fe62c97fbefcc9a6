import { useState } from 'react'
import type { Route } from './+types/new'
import { servicesContext } from '../../../context'
import { dayOf } from '../../../domain/calendar'
import { createInvite } from '../../../domain/invites/create-invite.server'
import { lastDayForStaff, USES_MAX } from '../../../domain/invites/invite'
import { createInput } from '../../../domain/invites/invite-input'
import { readForm } from '../../../http/forms/form.server'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { TextArea, TextField } from '../../../ui/forms/text-field'
import type { InviteType } from '../../../vocabulary'
import { InviteDialog, TargetFields, useInviteForm } from './invite-form'
import { inviteFormView, postInvite } from './invite-form.server'
import { WRITTEN_FORM_ID } from '../../../ui/forms/kept/kept-form'

export const handle = { writes: WRITTEN_FORM_ID }

export function loader(args: Route.LoaderArgs) {
  const creating = permit(args.context, 'invites.create')
  return inviteFormView(args, creating)
}

export async function action(args: Route.ActionArgs) {
  const creating = permit(args.context, 'invites.create')
  const services = args.context.get(servicesContext)
  const { timeZone } = creating.actor
  proposeEnd(await readForm(args.request, args.context), lastDayForStaff(services.now(), timeZone))
  return postInvite(args, creating, {
    schema: createInput(dayOf(services.now(), timeZone)),
    command: (allowed, input, requestId) => createInvite(services, allowed, input, requestId),
    toast: 'invites:toast.created',
    failedToast: 'invites:failed.new',
    showsCode: true,
  })
}

const STAFF = 'invite_to_user' satisfies InviteType
/** A field saying that the form proposed a last day, so that an empty one is intended. */
const END_PROPOSED = 'endProposed'

/** Sets the proposed last day on a code for staff whose form never proposed one, as without script. */
function proposeEnd(posted: FormData, proposal: string): void {
  if (posted.get('type') !== STAFF || posted.has(END_PROPOSED)) return
  if (!String(posted.get('lastDay') ?? '').trim()) posted.set('lastDay', proposal)
  posted.set(END_PROPOSED, 'on')
}

export default function New({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const form = useInviteForm(loaderData, actionData)
  const { types, lastDayForStaff, today, zone } = form.drawn
  const [isProposed, setProposed] = useState(types[0] === STAFF)
  return (
    <InviteDialog
      form={form}
      title={t('dialog.new.title')}
      description={t('dialog.new.text')}
      submit={t('dialog.new.submit')}
      failedTitle={t('failed.new')}
      seen={{ [END_PROPOSED]: isProposed ? 'on' : null }}
    >
      <div
        className="contents"
        onChange={(event) => {
          if (fillForStaff(event.target, lastDayForStaff)) setProposed(true)
        }}
      >
        <TargetFields form={form} />
      </div>
      <div className="grid gap-1.5">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...form.field('maximumUses')} type="number" inputMode="numeric" min={1} max={USES_MAX} />
          <TextField {...form.field('lastDay')} optional type="date" min={today} />
        </div>
        <p className="field-help">{t('field.lastDayHelp', { zone })}</p>
      </div>
      <TextArea {...form.field('notes')} help={t('field.notesHelp')} optional rows={2} />
    </InviteDialog>
  )
}

/** Choosing a code for staff proposes its last day, and choosing another type removes the proposal; a day that the person entered stays. */
function fillForStaff(chosen: EventTarget, proposal: string): boolean {
  if (!(chosen instanceof HTMLInputElement) || chosen.name !== 'type') return false
  const field = chosen.form?.elements.namedItem('lastDay')
  if (!(field instanceof HTMLInputElement)) return false
  const isForStaff = chosen.value === STAFF
  if (isForStaff && field.value === '') field.value = proposal
  else if (!isForStaff && field.value === proposal) field.value = ''
  return isForStaff
}
