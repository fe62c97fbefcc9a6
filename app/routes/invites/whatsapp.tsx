import { useTranslation } from 'react-i18next'
import type { Route } from './+types/whatsapp'
import { servicesContext } from '../../context'
import { isSentByHand, sendInvite } from '../../domain/invites/send-invite.server'
import { whatsappInput } from '../../domain/invites/whatsapp-input.server'
import { permit } from '../../http/permit.server'
import { unlessAsked } from '../../ui/confirm-identity'
import { TextField } from '../../ui/text-field'
import { useWritten } from '../../ui/written-form'
import { makeFromForm } from './making/make-from-form.server'
import { MakingDialog } from './making/making-dialog'
import { makingView } from './making/making-view.server'
import { MessageFields } from './making/message-fields'
import { TargetFields } from './making/target-fields'

export function loader(args: Route.LoaderArgs) {
  const creating = permit(args.context, 'invites.create')
  return { ...makingView(args, creating), isByHand: isSentByHand(args.context.get(servicesContext), 'whatsapp') }
}

export async function action(args: Route.ActionArgs) {
  const creating = permit(args.context, 'invites.create')
  const services = args.context.get(servicesContext)
  const isByHand = isSentByHand(services, 'whatsapp')
  return makeFromForm(args, creating, {
    schema: whatsappInput(services.env.codeCountries),
    command: (given, input, requestId) => sendInvite(services, given, 'whatsapp', input, requestId),
    toast: isByHand ? 'invites:toast.created' : 'invites:toast.whatsapp',
    showsCode: isByHand,
  })
}

export default function Whatsapp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const written = useWritten(loaderData, unlessAsked(actionData))
  const { drawn: view, refusal } = written
  return (
    <MakingDialog
      written={written}
      title={t('dialog.whatsapp.title')}
      description={t(view.isByHand ? 'dialog.whatsapp.byHand' : 'dialog.whatsapp.text')}
      submit={t(view.isByHand ? 'dialog.byHandSubmit' : 'dialog.whatsapp.submit')}
      failedTitle={t('failed.whatsapp')}
      wide
    >
      <TextField
        name="recipient"
        label={t('field.phone')}
        help={t('field.phoneHelp')}
        type="tel"
        autoComplete="off"
        defaultValue={refusal?.typed.recipient}
        error={refusal?.errors.recipient}
      />
      <TargetFields view={view} refusal={refusal} />
      <MessageFields language={view.language} refusal={refusal} />
    </MakingDialog>
  )
}
