import type { Route } from './+types/due-dates'
import { languageContext, servicesContext } from '../../context'
import { dueDatesInput, type DueDatesInput } from '../../domain/verifications/due-dates/due-input'
import {
  differenceOf,
  readDueSettings,
  saveDueSettings,
  type DueSettings,
} from '../../domain/verifications/due-dates/due-settings.server'
import { formAction, type FormReply, type Rejection } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { formatCountry, formatNumber } from '../../i18n/format'
import { isolateName } from '../../i18n/isolate-name'
import { translate } from '../../i18n/texts.server'
import { useTranslation } from '../../i18n/use-translation'
import { useForm } from '../../ui/forms/form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { Panel } from '../../ui/panel'
import { TextArea, TextField } from '../../ui/forms/text-field'
import { COUNTRIES, VERIFICATION_TYPES, type Country, type Language, type VerificationType } from '../../vocabulary'
import { SettingsForm } from './settings-form'
import { restoreShared } from './settings-form.server'

export const handle = { texts: ['settings', 'verifications'], writes: WRITTEN_FORM_ID }

/** `now`: the saved values that differ from what was typed. */
type Extra = { isStale: boolean; now: ReturnType<typeof differenceOf> }

const inputIn = (language: Language) =>
  dueDatesInput((key, line) => translate(language, { key, values: { line: isolateName(line) } }))

const conflictOf = (now: DueSettings, input: DueDatesInput): Rejection<Extra> => ({
  seen: { version: now.version },
  extra: { isStale: true, now: differenceOf(now, input) },
})

export async function loader({ context, url }: Route.LoaderArgs) {
  const editing = permit(context, 'dueDates.edit')
  const now = await readDueSettings(context.get(servicesContext), editing)
  const { types, holidays, version } = now
  const language = context.get(languageContext)
  return {
    version,
    hours: types.map(({ type, hours }) => ({ type, hours: String(hours) })),
    countries: COUNTRIES.map((country) => ({
      country,
      label: formatCountry(country, language),
      days: holidays[country].map(({ day, name }) => `${day} ${name}`).join('\n'),
    })),
    restored: await restoreShared(
      { context, url },
      { version, schema: inputIn(language), conflict: (input) => conflictOf(now, input) },
    ),
  }
}

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'dueDates.edit')
  return formAction<ReturnType<typeof dueDatesInput>, number, DueSettings, Extra>(args, {
    schema: inputIn(args.context.get(languageContext)),
    command: (input, { requestId }) =>
      saveDueSettings(args.context.get(servicesContext), editing, input, { requestId }),
    conflict: conflictOf,
    done(outcome) {
      const count = outcome.kind === 'done' ? outcome.value : 0
      if (count === 0) return { to: args.url.pathname, toast: 'settings:toast.saved' }
      const total = formatNumber(count, args.context.get(languageContext))
      return { to: args.url.pathname, toast: 'settings:due-dates.saved', values: { count, total } }
    },
  })
}

type Fields = Record<VerificationType | Country, string>

export default function DueDates({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['settings', 'verifications', 'common'])
  const form = useForm<Fields, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ hours, countries }) => ({
      ...Object.fromEntries(hours.map(({ type, hours: value }) => [type, value])),
      ...Object.fromEntries(countries.map(({ country, days }) => [country, days])),
    }),
    labels: {
      ...Object.fromEntries(VERIFICATION_TYPES.map((type) => [type, t(`verifications:type.${type}`)])),
      ...Object.fromEntries(
        loaderData.countries.map(({ country, label }) => [country, t('due-dates.holidaysOf', { country: label })]),
      ),
    },
  })
  const now = form.reply?.now
  const hoursNow = (of: VerificationType) => now?.hours.find(({ type }) => type === of)?.hours
  const listed = (days: readonly string[]) => days.reduce((before, next) => t('common:listed', { before, next }))
  function holidaysNow(of: Country): string[] {
    const { missing = [], unsaved = [] } = now?.countries.find(({ country }) => country === of) ?? {}
    return [
      ...(missing.length > 0 ? [t('due-dates.missing', { days: listed(missing) })] : []),
      ...(unsaved.length > 0 ? [t('due-dates.unsaved', { days: listed(unsaved) })] : []),
    ]
  }
  return (
    <Panel title={t('due-dates.title')}>
      <SettingsForm state={form} seen={{ version: form.drawn.version }} isShared>
        <p className="text-sm text-ink-soft">{t('due-dates.text')}</p>
        {VERIFICATION_TYPES.map((type) => {
          const hours = hoursNow(type)
          return (
            <TextField
              key={type}
              {...form.field(type)}
              inputMode="numeric"
              suffix={t('due-dates.hours')}
              help={hours === undefined ? undefined : t('due-dates.now', { hours: String(hours) })}
            />
          )
        })}
        {COUNTRIES.map((country) => (
          <TextArea
            key={country}
            {...form.field(country)}
            help={[t('due-dates.holidaysHelp'), ...holidaysNow(country)].reduce((before, next) =>
              t('common:sentences', { before, next }),
            )}
            optional
          />
        ))}
      </SettingsForm>
    </Panel>
  )
}
