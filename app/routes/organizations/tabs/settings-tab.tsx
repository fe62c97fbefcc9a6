import { useTranslation } from '../../../i18n/use-translation'
import { Facts } from '../../../ui/facts'
import { Panel } from '../../../ui/panel'
import type { OrganizationView } from '../organization-view.server'
import { editPath, EditLink, type EditHref } from '../edit-link'
import { YesNo } from './yes-no'
import { UserText } from '../../../ui/user-text'

const SWITCHES = [
  'virtualWarehouse',
  'platformDelivery',
  'platformCustoms',
  'internationalShipping',
  'autoDispatch',
  'customerSelfService',
] as const

export function SettingsTab({ organization, editHref }: { organization: OrganizationView; editHref: EditHref }) {
  const { t } = useTranslation('organizations')
  return (
    <Panel
      title={t('section.settings')}
      actions={<EditLink editHref={editHref} dialog={editPath('settings')} section={t('section.settings')} />}
    >
      <Facts
        facts={[
          ...SWITCHES.map((name) => ({ label: t(`field.${name}`), value: <YesNo is={organization[name]} /> })),
          { label: t('field.defaultLocale'), value: <UserText>{organization.defaultLocale}</UserText> },
          { label: t('field.defaultCurrency'), value: organization.defaultCurrency },
        ]}
      />
    </Panel>
  )
}
