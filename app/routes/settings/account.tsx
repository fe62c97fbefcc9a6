import { href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/account'
import { languageContext, servicesContext } from '../../context'
import { abilitiesOf } from '../../domain/access'
import { newsChannels } from '../../domain/messages/notification-choices'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../domain/sessions/own-sessions.server'
import { accountInput, endSessionInput, TIME_ZONES } from '../../domain/settings/input'
import { accountFields } from '../../domain/settings/drawn-settings'
import { deviceLabel } from '../../domain/settings/device-label'
import { isHttps } from '../../http/cookies/sealed-cookie.server'
import { actionByIntent, formAction, type FormReply } from '../../http/forms/form-action.server'
import { languageCookie } from '../../http/preferences/language.server'
import { permit } from '../../http/sign-in/permit.server'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { formatUtcOffset } from '../../i18n/format'
import { relativeMoment } from '../../i18n/moment'
import { useTranslation } from '../../i18n/use-translation'
import { useForm } from '../../ui/forms/form'
import { Panel } from '../../ui/panel'
import { SessionsPanel } from '../../ui/sessions-panel'
import { SelectField, TextField } from '../../ui/forms/text-field'
import { LANGUAGES } from '../../vocabulary'
import { Permissions } from './permissions'
import { labelIn, SettingsForm, useOwnFields } from './settings-form'
import { readKeptAccount, saveSettings, type OwnStale } from './settings-form.server'

const PATH = href('/settings/account')

export async function loader({ context, url }: Route.LoaderArgs) {
  const own = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const [kept, sessions] = await Promise.all([
    readKeptAccount({ context, url }, own, accountFields),
    listOwnSessions(services, own),
  ])
  const now = services.now()
  const moment = (at: Date) => relativeMoment(at, now, language, own.actor.timeZone)
  return {
    ...kept,
    abilities: abilitiesOf(own.actor),
    // Partners are told by phone alone.
    sendsEmail: own.actor.role !== null && newsChannels(services.env).includes('email'),
    zones: TIME_ZONES.map((value) => ({
      value,
      label: `${value.replaceAll('_', ' ')} (${formatUtcOffset(now, value)})`,
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
export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'settings.own')
  const services = args.context.get(servicesContext)
  return actionByIntent(args, {
    save: () =>
      saveSettings(args, own, {
        schema: accountInput,
        fieldsOf: accountFields,
        leads: ({ language }) => ({
          cookies: [languageCookie(language, isHttps(services.env))],
          reloads: language !== args.context.get(languageContext),
        }),
      }),
    end: () =>
      formAction(args, {
        schema: endSessionInput,
        command: ({ session }, { requestId }) => endOwnSession(services, own, { id: session, requestId }),
        done: () => ({ to: PATH, toast: 'settings:toast.sessionEnded' }),
        failed: null,
      }),
    'end-others': () =>
      formAction(args, {
        schema: z.object({}),
        command: (_input, { requestId }) => endOtherSessions(services, own, { requestId }),
        done: () => ({ to: PATH, toast: 'settings:toast.othersEnded' }),
        failed: null,
      }),
  })
}

type AccountFields = { username: string; email: string; language: string; timeZone: string }

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const { zones, sessions, abilities, sendsEmail } = loaderData
  const form = useForm<AccountFields, typeof loaderData, FormReply<OwnStale>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ account }) => accountFields(account),
    labels: {
      username: t('account.username'),
      email: t('account.email'),
      language: t('account.language'),
      timeZone: t('account.timeZone'),
    },
  })
  const field = useOwnFields(form)
  const { seen, account } = form.drawn
  const languages = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))
  return (
    <div className="grid gap-4">
      <Panel title={t('account.title')}>
        <SettingsForm state={form} seen={{ version: account.version, seen }}>
          <TextField {...field('username')} autoComplete="name" />
          <TextField
            {...field('email', sendsEmail ? { help: t('account.emailHelp') } : {})}
            type="email"
            dir="ltr"
            autoComplete="email"
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
          <SelectField {...field('language', { wordOf: labelIn(languages) })} options={languages} />
          <SelectField {...field('timeZone', { wordOf: labelIn(zones) })} options={zones} />
        </SettingsForm>
      </Panel>
      <SessionsPanel sessions={sessions} />
      <Permissions role={loaderData.account.role} abilities={abilities} />
    </div>
  )
}
