import type { Route } from './+types/display'
import { can } from '../../domain/access'
import { STARTS } from '../../domain/join/landing-path'
import { displayFields } from '../../domain/settings/drawn-settings'
import { displayInput } from '../../domain/settings/input'
import type { FormReply } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { PAGE_SIZES } from '../../lists/paging'
import { Checkbox, RadioGroup } from '../../ui/forms/choices'
import { useForm } from '../../ui/forms/form'
import { Panel } from '../../ui/panel'
import { SelectField } from '../../ui/forms/text-field'
import { DENSITIES, START_PAGES } from '../../vocabulary'
import { labelIn, SettingsForm, useOwnFields } from './settings-form'
import { readKeptAccount, saveSettings, type OwnStale } from './settings-form.server'

export async function loader({ context, url }: Route.LoaderArgs) {
  permit(context, 'settings.staff')
  const own = permit(context, 'settings.own')
  return {
    ...(await readKeptAccount({ context, url }, own, displayFields)),
    starts: START_PAGES.filter((page) => can(own.actor, STARTS[page].needs)),
  }
}

export async function action(args: Route.ActionArgs) {
  permit(args.context, 'settings.staff')
  return saveSettings(args, permit(args.context, 'settings.own'), { schema: displayInput, fieldsOf: displayFields })
}

type DisplayFields = { pageSize: string; density: string; startPage: string; hasShortcuts: string }

export default function Display({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const form = useForm<DisplayFields, typeof loaderData, FormReply<OwnStale>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ account }) => displayFields(account),
    labels: {
      pageSize: t('display.pageSize'),
      density: t('display.density'),
      startPage: t('display.startPage'),
      hasShortcuts: t('display.shortcuts'),
    },
  })
  const field = useOwnFields(form)
  const { account, seen, starts } = form.drawn
  const densities = DENSITIES.map((value) => ({ value, label: t(`display.densities.${value}`) }))
  const pages = starts.map((value) => ({ value, label: t(`display.starts.${value}`) }))
  return (
    <Panel title={t('display.title')}>
      <SettingsForm state={form} seen={{ version: account.version, seen }}>
        <SelectField
          {...field('pageSize', { help: t('display.pageSizeHelp') })}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        />
        <RadioGroup {...field('density', { wordOf: labelIn(densities) })} options={densities} />
        <RadioGroup
          {...field('startPage', { help: t('display.startPageHelp'), wordOf: labelIn(pages) })}
          options={pages}
        />
        <Checkbox
          {...field('hasShortcuts', {
            help: t('display.shortcutsHelp'),
            wordOf: (value) => t(value ? 'conflict.yes' : 'conflict.no'),
          })}
        />
      </SettingsForm>
    </Panel>
  )
}
