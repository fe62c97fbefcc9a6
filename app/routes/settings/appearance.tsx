import { useTranslation } from 'react-i18next'
import type { Route } from './+types/appearance'
import { permit } from '../../http/permit.server'
import { readRequestPreferences } from '../../http/preferences.server'
import { SubmitButton } from '../../ui/button'
import { RadioGroup } from '../../ui/choices'
import { FormActions } from '../../ui/form-layout'
import { Panel } from '../../ui/panel'
import { PreferenceForm } from '../../ui/preference-menus'
import { DIRECTIONS, FONTS, THEMES } from '../../vocabulary'

export function loader({ request, context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  return readRequestPreferences(request)
}

export default function Appearance({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  return (
    <Panel title={t('appearance.title')}>
      <PreferenceForm>
        <input type="hidden" name="saved" value="on" />
        <div className="form">
          <RadioGroup
            name="theme"
            label={common('theme.label')}
            defaultValue={loaderData.theme}
            options={THEMES.map((value) => ({ value, label: common(`theme.${value}`) }))}
          />
          <RadioGroup
            name="font"
            label={t('appearance.font')}
            defaultValue={loaderData.font}
            options={FONTS.map((value) => ({ value, label: t(`appearance.fonts.${value}`) }))}
          />
          <RadioGroup
            name="dir"
            label={t('appearance.direction')}
            help={t('appearance.directionHelp')}
            defaultValue={loaderData.direction}
            options={DIRECTIONS.map((value) => ({ value, label: t(`appearance.directions.${value}`) }))}
          />
          <FormActions>
            <SubmitButton>{t('save')}</SubmitButton>
          </FormActions>
        </div>
      </PreferenceForm>
    </Panel>
  )
}
