import { randomUUID } from 'node:crypto'
import type { Route } from './+types/invite'
import { languageContext, servicesContext } from '../../context'
import { inviteUser } from '../../domain/users/invite-user.server'
import { rolesToInvite } from '../../domain/users/user-actions'
import { formAction, restoreFormDraft, type Rejection } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { datedPermit } from '../../http/sign-in/proof.server'
import { waitLabel } from '../../i18n/wait-label'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { useTranslation } from '../../i18n/use-translation'
import { SubmitButton } from '../../ui/button'
import { RadioGroup } from '../../ui/forms/choices'
import { DialogActions, DialogRoute } from '../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { useForm } from '../../ui/forms/form'
import { SentBeforeNote } from '../../ui/forms/kept/sent-before-note'
import { SelectField, TextField } from '../../ui/forms/text-field'
import { LANGUAGES } from '../../vocabulary'
import { userAddress, userListUnder } from './addresses'
import { inviteUserInput } from '../../domain/users/invite-input.server'

export const handle = { writes: WRITTEN_FORM_ID }

type Extra = { sentBefore: { made: string | null } }

export async function loader({ context, url }: Route.LoaderArgs) {
  const inviting = permit(context, 'users.invite')
  return {
    id: randomUUID(),
    roles: rolesToInvite(inviting.actor),
    language: context.get(languageContext),
    restored: await restoreFormDraft<Extra>({ context, url }),
    closeTo: userListUnder(url),
  }
}

export async function action(args: Route.ActionArgs) {
  const inviting = permit(args.context, 'users.invite')
  const { context, url } = args
  const services = context.get(servicesContext)
  return formAction(args, {
    schema: inviteUserInput(rolesToInvite(inviting.actor), services.env.codeCountries),
    allow: ({ role }, posted) => datedPermit(args, inviting, { action: 'user.invite', role }, posted),
    command: (input, { requestId }, allowed) => inviteUser(services, allowed, input, requestId),
    conflict(now): Rejection<Extra> {
      if (now.because === 'phoneTaken') return { status: 422, fieldErrors: { phone: 'users:invite.phoneTaken' } }
      if (now.because === 'limit') {
        const values = { wait: waitLabel(now.waitMs, context.get(languageContext)) }
        return { status: 429, alert: { key: 'invites:failed.limit', values } }
      }
      const sentBefore = { made: now.answer && userAddress(now.answer.id, '') }
      return { seen: { id: randomUUID() }, extra: { sentBefore } }
    },
    done: () => ({ to: userListUnder(url), toast: 'users:toast.invited' }),
  })
}

export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common'])
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ language }) => ({ language }),
    labels: {
      username: t('field.name'),
      phone: t('column.phone'),
      role: t('column.role'),
      language: t('field.language'),
    },
  })
  const { id, closeTo, roles } = form.drawn
  return (
    <DialogRoute title={t('invite.title')} description={t('invite.text')} closeTo={closeTo}>
      <ConsoleForm state={form} seen={{ id }}>
        {form.reply?.sentBefore ? <SentBeforeNote state={form} {...form.reply.sentBefore} /> : null}
        <TextField {...form.field('username')} autoComplete="off" />
        <TextField {...form.field('phone')} help={t('invite.phoneHelp')} type="tel" dir="ltr" autoComplete="off" />
        <RadioGroup
          {...form.field('role')}
          help={t('invite.roleHelp')}
          options={roles.map((role) => ({ value: role, label: t(`common:role.${role}`) }))}
        />
        <SelectField
          {...form.field('language')}
          help={t('invite.languageHelp')}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <DialogActions closeTo={closeTo}>
          <SubmitButton>{t('invite.submit')}</SubmitButton>
        </DialogActions>
      </ConsoleForm>
    </DialogRoute>
  )
}
