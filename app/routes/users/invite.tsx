import { randomUUID } from 'node:crypto'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/invite'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { inviteUser } from '../../domain/users/invite-user.server'
import { inviteUserInput } from '../../domain/users/invite-input.server'
import { rolesToInvite } from '../../domain/users/user-actions'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { datedPermit, isAsked } from '../../http/proof.server'
import { respond } from '../../http/respond.server'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { translate } from '../../i18n/texts.server'
import { SubmitButton } from '../../ui/button'
import { RadioGroup } from '../../ui/choices'
import { DialogActions, DialogRoute } from '../../ui/dialog-route'
import { ErrorSummary } from '../../ui/error-summary'
import { SentBeforeNote } from '../../ui/sent-before-note'
import { SelectField, TextField } from '../../ui/text-field'
import { useWritten, WrittenForm } from '../../ui/written-form'
import { LANGUAGES } from '../../vocabulary'
import { translateErrors } from '../../http/translate-errors.server'
import { userListUnder } from './addresses'

const FIELDS = ['username', 'phone', 'role', 'language'] as const
type Refusal = {
  typed: Partial<Record<string, string>>
  errors: Partial<Record<string, string>>
  sentBefore?: { made: string | null }
}

export function loader({ context, url }: Route.LoaderArgs) {
  const inviting = permit(context, 'users.invite')
  return {
    id: randomUUID(),
    roles: rolesToInvite(inviting.actor),
    language: context.get(languageContext),
    closeTo: userListUnder(url),
  }
}

/** 302 to the list, 422 next to the field, also where the phone belongs to somebody; 409 where the form made a user before. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const inviting = permit(context, 'users.invite')
  const language = context.get(languageContext)
  const form = await readForm(request, context)
  const typed = Object.fromEntries(['id', ...FIELDS].map((name) => [name, String(form.get(name) ?? '')]))
  const input = inviteUserInput(rolesToInvite(inviting.actor)).safeParse(typed)
  if (!input.success) return data<Refusal>({ typed, errors: translateErrors(input.error, language) }, 422)
  const { requestId } = context.get(requestInfoContext)
  const given = await datedPermit(
    { request, context },
    inviting,
    { action: 'user.invite', role: input.data.role },
    form,
  )
  if (isAsked(given)) return given
  const outcome = await inviteUser(context.get(servicesContext), given, input.data, requestId)
  if (outcome.kind === 'conflict') {
    if (outcome.now.because === 'sent') {
      const { answer } = outcome.now
      const sentBefore = { made: answer && `/users/${answer.id}` }
      return data<Refusal>({ typed: { ...typed, id: randomUUID() }, errors: {}, sentBefore }, 409)
    }
    const errors = { phone: translate(language, { key: `users:invite.${outcome.now.because}` }) }
    return data<Refusal>({ typed, errors }, 422)
  }
  const to = userListUnder(url)
  return respond(context, outcome, { done: to, toast: 'users:toast.invited', unchanged: to })
}

export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common'])
  const written = useWritten(loaderData, actionData && 'typed' in actionData ? actionData : null)
  const { drawn, refusal } = written
  const { closeTo, roles, language } = drawn
  const field = (name: (typeof FIELDS)[number]) => ({
    name,
    defaultValue: refusal?.typed[name],
    error: refusal?.errors[name],
  })
  const errors = FIELDS.flatMap((name) => {
    const text = refusal?.errors[name]
    return text ? [{ name, text }] : []
  })
  return (
    <DialogRoute title={t('invite.title')} description={t('invite.text')} closeTo={closeTo}>
      <WrittenForm written={written} seen={{ id: refusal?.typed.id || drawn.id }} className="grid gap-4">
        {refusal?.sentBefore ? <SentBeforeNote {...refusal.sentBefore} /> : null}
        <ErrorSummary errors={errors} />
        <TextField {...field('username')} label={t('field.name')} autoComplete="off" />
        <TextField
          {...field('phone')}
          label={t('column.phone')}
          help={t('invite.phoneHelp')}
          type="tel"
          dir="ltr"
          autoComplete="off"
        />
        <RadioGroup
          {...field('role')}
          label={t('column.role')}
          help={t('invite.roleHelp')}
          options={roles.map((role) => ({ value: role, label: t(`common:role.${role}`) }))}
        />
        <SelectField
          {...field('language')}
          defaultValue={refusal?.typed.language || language}
          label={t('field.language')}
          help={t('invite.languageHelp')}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <DialogActions closeTo={closeTo}>
          <SubmitButton>{t('invite.submit')}</SubmitButton>
        </DialogActions>
      </WrittenForm>
    </DialogRoute>
  )
}
