import { href } from 'react-router'
import type { Route } from './+types/send-to-one'
import { servicesContext } from '../../../context'
import { sendInvite } from '../../../domain/invites/sending/send-invite.server'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { TextField } from '../../../ui/forms/text-field'
import type { InviteChannel } from '../../../vocabulary'
import { InviteDialog, MessageFields, TargetFields, useInviteForm } from './invite-form'
import { inviteFormView, postInvite } from './invite-form.server'
import { WRITTEN_FORM_ID } from '../../../ui/forms/kept/kept-form'
import { sendInput } from '../../../domain/invites/sending/send-input.server'
import { isSentByHand } from '../../../domain/invites/sending/invitation.server'

export const handle = { writes: WRITTEN_FORM_ID }

/** The channel, which is the address's last segment. */
const channelAt = ({ pathname }: URL): InviteChannel =>
  pathname.startsWith(href('/invites/whatsapp')) ? 'whatsapp' : 'email'

export async function loader(args: Route.LoaderArgs) {
  const creating = permit(args.context, 'invites.create')
  const channel = channelAt(args.url)
  const isByHand = isSentByHand(args.context.get(servicesContext), channel)
  return { ...inviteFormView(args, creating), channel, isByHand }
}

export async function action(args: Route.ActionArgs) {
  const creating = permit(args.context, 'invites.create')
  const services = args.context.get(servicesContext)
  const channel = channelAt(args.url)
  const isByHand = isSentByHand(services, channel)
  return postInvite(args, creating, {
    schema: sendInput(channel, services.env.codeCountries),
    command: (allowed, input, requestId) => sendInvite(services, allowed, channel, input, requestId),
    toast: isByHand ? 'invites:toast.created' : `invites:toast.${channel}`,
    failedToast: `invites:failed.${channel}`,
    showsCode: isByHand,
  })
}

/** A code for one person, sent by e-mail or WhatsApp, or passed on by hand. */
export default function Send({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const isPhone = loaderData.channel === 'whatsapp'
  const form = useInviteForm(loaderData, actionData, t(isPhone ? 'field.phone' : 'field.email'))
  const { channel, isByHand } = form.drawn
  return (
    <InviteDialog
      form={form}
      title={t(`dialog.${channel}.title`)}
      description={t(isByHand ? `dialog.${channel}.byHand` : `dialog.${channel}.text`)}
      submit={t(isByHand ? 'dialog.byHandSubmit' : `dialog.${channel}.submit`)}
      failedTitle={t(`failed.${channel}`)}
      // A message sent by hand has no length limit of a gateway.
      seen={{ channel: isByHand ? 'email' : channel }}
      wide
    >
      <TextField
        {...form.field('recipient')}
        help={isPhone ? t('field.phoneHelp') : undefined}
        type={isPhone ? 'tel' : 'email'}
        autoComplete="off"
      />
      <TargetFields form={form} />
      <MessageFields form={form} />
    </InviteDialog>
  )
}
