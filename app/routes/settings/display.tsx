import { useTranslation } from 'react-i18next'
import type { Route } from './+types/display'
import { can } from '../../domain/access'
import { STARTS } from '../../domain/join/landing-path'
import { displayInput } from '../../domain/settings/input'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../lists/paging'
import { SubmitButton } from '../../ui/button'
import { Checkbox, RadioGroup } from '../../ui/choices'
import { FormActions } from '../../ui/form-layout'
import { Panel } from '../../ui/panel'
import { SelectField } from '../../ui/text-field'
import { useWritten, WrittenForm } from '../../ui/written-form'
import { DENSITIES, START_PAGES } from '../../vocabulary'
import { ConflictNote } from './conflict-note'
import { readKeptAccount, saveFromForm } from './save-form.server'

export async function loader({ context, url }: Route.LoaderArgs) {
  permit(context, 'settings.staff')
  const own = permit(context, 'settings.own')
  return {
    ...(await readKeptAccount({ context, url }, own)),
    starts: START_PAGES.filter((page) => can(own.actor, STARTS[page].needs)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  permit(context, 'settings.staff')
  const own = permit(context, 'settings.own')
  const form = await readForm(request, context)
  return saveFromForm({ context, own, form, schema: displayInput, path: '/settings/display' })
}

export default function Display({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const written = useWritten(loaderData, actionData, loaderData.restored)
  const { drawn, refusal: refused } = written
  const { account, starts } = drawn
  const chosen = refused?.typed
  return (
    <Panel title={t('display.title')}>
      <WrittenForm written={written} seen={{ version: refused?.version ?? account.version }} className="form">
        <ConflictNote refused={refused} />
        <SelectField
          name="pageSize"
          label={t('display.pageSize')}
          help={t('display.pageSizeHelp')}
          defaultValue={chosen?.pageSize ?? String(account.pageSize ?? DEFAULT_PAGE_SIZE)}
          error={refused?.errors.pageSize}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        />
        <RadioGroup
          name="density"
          label={t('display.density')}
          defaultValue={chosen?.density ?? account.density ?? 'comfortable'}
          error={refused?.errors.density}
          options={DENSITIES.map((value) => ({ value, label: t(`display.densities.${value}`) }))}
        />
        <RadioGroup
          name="startPage"
          label={t('display.startPage')}
          help={t('display.startPageHelp')}
          defaultValue={chosen?.startPage ?? account.startPage ?? 'dashboard'}
          error={refused?.errors.startPage}
          options={starts.map((value) => ({ value, label: t(`display.starts.${value}`) }))}
        />
        <Checkbox
          name="hasShortcuts"
          label={t('display.shortcuts')}
          help={t('display.shortcutsHelp')}
          defaultChecked={chosen ? chosen.hasShortcuts === 'on' : account.hasShortcuts}
        />
        <FormActions>
          <SubmitButton>{t('save')}</SubmitButton>
        </FormActions>
      </WrittenForm>
    </Panel>
  )
}
