import { href } from 'react-router'
import type { Route } from './+types/keeping'
import { languageContext, servicesContext } from '../../context'
import { dateProof } from '../../domain/fresh-proof'
import { changeKeeping, isShortening, readKeeping, type Keeping } from '../../domain/keeping/keeping.server'
import { keepingInput, type KeepingInput } from '../../domain/keeping/keeping-input'
import { boundsOf, SETTABLE_CLASSES, type Bounds, type SettableClass } from '../../domain/keeping/periods'
import { formAction, type FormReply, type Rejection } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { datedPermit } from '../../http/sign-in/proof.server'
import { formatNumber, formatPeriod } from '../../i18n/format'
import { translate } from '../../i18n/texts.server'
import { useTranslation } from '../../i18n/use-translation'
import { ConfirmIdentity, useProofRequest } from '../../ui/forms/codes/confirm-identity'
import { useForm } from '../../ui/forms/form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { TextField } from '../../ui/forms/text-field'
import { Panel } from '../../ui/panel'
import type { Language } from '../../vocabulary'
import { SettingsForm } from './settings-form'
import { restoreShared } from './settings-form.server'

export const handle = { texts: ['settings'], writes: WRITTEN_FORM_ID }

/** `now`: the saved periods that differ from those typed, by class. */
type Extra = { isStale: boolean; now: Partial<Record<SettableClass, string>> }

const inWords = (bounds: Bounds, language: Language) => ({
  min: formatNumber(bounds.min, language),
  max: formatNumber(bounds.max, language),
})

const inputIn = (language: Language) =>
  keepingInput((bounds) => translate(language, { key: 'settings:keeping.error', values: inWords(bounds, language) }))

const conflictIn =
  (language: Language) =>
  ({ version, classes }: Keeping, input: KeepingInput): Rejection<Extra> => ({
    seen: { version },
    extra: {
      isStale: true,
      now: Object.fromEntries(
        classes
          .filter(({ kept, days }) => days !== input[kept])
          .map(({ kept, days }) => [kept, formatPeriod(days, language)]),
      ),
    },
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const editing = permit(context, 'keeping.edit')
  const now = await readKeeping(context.get(servicesContext), editing)
  const { classes, version } = now
  const language = context.get(languageContext)
  return {
    version,
    periods: classes.map(({ kept, days }) => ({
      kept,
      days: String(days),
      bounds: inWords(boundsOf(kept), language),
    })),
    restored: await restoreShared(
      { context, url },
      { version, schema: inputIn(language), conflict: (input) => conflictIn(language)(now, input) },
    ),
  }
}

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'keeping.edit')
  const services = args.context.get(servicesContext)
  const language = args.context.get(languageContext)
  return formAction(args, {
    schema: inputIn(language),
    async allow(input, posted) {
      const now = await readKeeping(services, editing)
      return input.version === now.version && isShortening(now, input)
        ? datedPermit(args, editing, { action: 'keeping.shorten' }, posted)
        : dateProof(editing, services.now())
    },
    command: (input, { requestId }, allowed) => changeKeeping(services, allowed, input, { requestId }),
    conflict: conflictIn(language),
    done: () => ({ to: args.url.pathname, toast: 'settings:toast.saved' }),
  })
}

export default function Keeping(props: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const asked = useProofRequest({ leadsToItself: true })
  return (
    <Panel title={t('keeping.title')}>
      {asked ? <ConfirmIdentity ask={asked} closeTo={href('/settings/keeping')} /> : <PeriodsForm {...props} />}
    </Panel>
  )
}

/** Redrawn from the stored values each time it replaces the request for proof. */
function PeriodsForm({ loaderData, actionData }: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  const { t } = useTranslation(['settings', 'common'])
  const form = useForm<Record<SettableClass, string>, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ periods }) => Object.fromEntries(periods.map(({ kept, days }) => [kept, days])),
    labels: Object.fromEntries(SETTABLE_CLASSES.map((kept) => [kept, t(`keeping.class.${kept}`)])),
  })
  return (
    <SettingsForm state={form} seen={{ version: form.drawn.version }} isShared>
      <p className="text-sm text-ink-soft">{t('keeping.text')}</p>
      {loaderData.periods.map(({ kept, bounds }) => {
        const help = [t(`keeping.help.${kept}`), t('keeping.bounds', bounds)]
        const now = form.reply?.now?.[kept]
        if (now !== undefined) help.push(t('keeping.now', { period: now }))
        return (
          <TextField
            key={kept}
            {...form.field(kept)}
            inputMode="numeric"
            suffix={t('keeping.days')}
            help={help.reduce((before, next) => t('common:sentences', { before, next }))}
          />
        )
      })}
    </SettingsForm>
  )
}
