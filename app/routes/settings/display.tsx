import type { Route } from './+types/display'
import { can } from '../../domain/access'
import { STARTS } from '../../domain/join/landing-path'
import { displayInput } from '../../domain/settings/input'
import type { FormReply } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../lists/paging'
import { Checkbox, RadioGroup } from '../../ui/forms/choices'
import { useForm } from '../../ui/forms/form'
import { Panel } from '../../ui/panel'
import { SelectField } from '../../ui/forms/text-field'
import { DENSITIES, START_PAGES } from '../../vocabulary'
import { SettingsForm } from './settings-form'
import { readKeptAccount, saveSettings, type Stale } from './settings-form.server'

export async function loader({ context, url }: Route.LoaderArgs) {
  permit(context, 'settings.staff')
  const own = permit(context, 'settings.own')
  return {
    ...(await readKeptAccount({ context, url }, own)),
    starts: START_PAGES.filter((page) => can(own.actor, STARTS[page].needs)),
  }
}

export async function action(args: Route.ActionArgs) {
  permit(args.context, 'settings.staff')
  return saveSettings(args, permit(args.context, 'settings.own'), displayInput)
}

type DisplayFields = { pageSize: string; density: string; startPage: string; hasShortcuts: boolean }

export default function Display({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const form = useForm<DisplayFields, typeof loaderData, FormReply<Stale>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ account: { pageSize, density, startPage, hasShortcuts } }) => ({
      pageSize: String(pageSize ?? DEFAULT_PAGE_SIZE),
      density: density ?? 'comfortable',
      startPage: startPage ?? 'dashboard',
      hasShortcuts,
    }),
    labels: {
      pageSize: t('display.pageSize'),
      density: t('display.density'),
      startPage: t('display.startPage'),
      hasShortcuts: t('display.shortcuts'),
    },
  })
  const { account, starts } = form.drawn
  return (
    <Panel title={t('display.title')}>
      <SettingsForm state={form} seen={{ version: account.version }}>
        <SelectField
          {...form.field('pageSize')}
          help={t('display.pageSizeHelp')}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        />
        <RadioGroup
          {...form.field('density')}
          options={DENSITIES.map((value) => ({ value, label: t(`display.densities.${value}`) }))}
        />
        <RadioGroup
          {...form.field('startPage')}
          help={t('display.startPageHelp')}
          options={starts.map((value) => ({ value, label: t(`display.starts.${value}`) }))}
        />
        <Checkbox {...form.field('hasShortcuts')} help={t('display.shortcutsHelp')} />
      </SettingsForm>
    </Panel>
  )
}
