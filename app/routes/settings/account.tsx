import { useTranslation } from 'react-i18next'
import type { Route } from './+types/account'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { abilitiesOf } from '../../domain/access'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../domain/sessions/own-sessions.server'
import { accountInput, TIME_ZONES } from '../../domain/settings/input'
import { deviceLabel } from '../../domain/settings/device-label'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { languageCookie } from '../../http/language.server'
import { permit } from '../../http/permit.server'
import { redirectWithToast } from '../../http/toast.server'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { formatZone } from '../../i18n/format'
import { relativeMoment } from '../../i18n/moment'
import { SubmitButton } from '../../ui/button'
import { ErrorSummary } from '../../ui/error-summary'
import { FormActions } from '../../ui/form-layout'
import { Panel } from '../../ui/panel'
import { SelectField, TextField } from '../../ui/text-field'
import { useWritten, WrittenForm } from '../../ui/written-form'
import { LANGUAGES } from '../../vocabulary'
import { ConflictNote } from './conflict-note'
import { SessionsPanel } from '../../ui/sessions-panel'
import { Permissions } from './permissions'
import { readKeptAccount, saveFromForm } from './save-form.server'

const PATH = '/settings/account'
const FIELDS = ['username', 'email', 'language', 'timeZone'] as const

export async function loader({ context, url }: Route.LoaderArgs) {
  const own = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const [kept, sessions] = await Promise.all([readKeptAccount({ context, url }, own), listOwnSessions(services, own)])
  const now = services.now()
  const moment = (at: Date) => relativeMoment(at, now, language, own.actor.timeZone)
  return {
    ...kept,
    abilities: abilitiesOf(own.actor),
    zones: TIME_ZONES.map((value) => ({
      value,
      label: `${value.replaceAll('_', ' ')} (${formatZone(now, value)})`,
    })),
    sessions: sessions.map(({ userAgent, createdAt, lastSeenAt, ...session }) => ({
      ...session,
      device: deviceLabel(userAgent),
      signedInAt: moment(createdAt),
      lastSeenAt: moment(lastSeenAt),
    })),
  }
}

/** Saves the account, ends one session, or all others. */
export async function action({ request, context }: Route.ActionArgs) {
  const own = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const { requestId } = context.get(requestInfoContext)
  const form = await readForm(request, context)
  switch (form.get('intent')) {
    case 'end': {
      const outcome = await endOwnSession(services, own, { id: String(form.get('session') ?? ''), requestId })
      return outcome.kind === 'done'
        ? redirectWithToast(services, PATH, 'success', 'settings:toast.sessionEnded')
        : redirectWithToast(services, PATH, 'info', 'common:toast.notModified')
    }
    case 'end-others': {
      const outcome = await endOtherSessions(services, own, { requestId })
      const ended = outcome.kind === 'done' ? outcome.value : 0
      return ended > 0
        ? redirectWithToast(services, PATH, 'success', 'settings:toast.othersEnded')
        : redirectWithToast(services, PATH, 'info', 'common:toast.notModified')
    }
    case null:
    case 'save': {
      const isSecure = services.env.publicOrigin.startsWith('https:')
      const cookies = ({ language }: { language: (typeof LANGUAGES)[number] }) => [languageCookie(language, isSecure)]
      return saveFromForm({ context, own, form, schema: accountInput, path: PATH, cookies })
    }
    default:
      throw failure(context, 400)
  }
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['settings', 'common'])
  const { zones, sessions, abilities } = loaderData
  const written = useWritten(loaderData.account, actionData, loaderData.restored)
  const { drawn: account, refusal: refused } = written
  const field = (name: (typeof FIELDS)[number]) => ({
    name,
    label: t(`account.${name}`),
    defaultValue: refused?.typed[name] ?? account[name] ?? '',
    error: refused?.errors[name],
  })
  const errors = FIELDS.flatMap((name) => {
    const text = refused?.errors[name]
    return text ? [{ name, text: `${t(`account.${name}`)}: ${text}` }] : []
  })
  return (
    <div className="grid gap-4">
      <Panel title={t('account.title')}>
        <WrittenForm written={written} seen={{ version: refused?.version ?? account.version }} className="form">
          <ConflictNote refused={refused} />
          <ErrorSummary errors={errors} />
          <TextField {...field('username')} autoComplete="name" />
          <TextField
            {...field('email')}
            type="email"
            dir="ltr"
            autoComplete="email"
            help={t('account.emailHelp')}
            optional
          />
          <TextField
            name="phone"
            label={t('account.phone')}
            help={t('account.phoneHelp')}
            value={account.phone}
            dir="ltr"
            readOnly
          />
          <SelectField
            {...field('language')}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
          <SelectField {...field('timeZone')} options={zones} />
          <FormActions>
            <SubmitButton>{t('save')}</SubmitButton>
          </FormActions>
        </WrittenForm>
      </Panel>
      <SessionsPanel sessions={sessions} />
      <Permissions role={loaderData.account.role} abilities={abilities} />
    </div>
  )
}
