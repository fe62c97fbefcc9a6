import { useTranslation } from '../../../i18n/use-translation'
import { Facts } from '../../../ui/facts'
import { Panel } from '../../../ui/panel'
import type { OrganizationView } from '../organization-view.server'
import { editPath, EditLink, type EditHref } from '../edit-link'
import { YesNo } from './yes-no'

/** Where, how and when an organization delivers (specification 3). */
export function ServiceSections({ organization, editHref }: { organization: OrganizationView; editHref: EditHref }) {
  const { t } = useTranslation('organizations')
  const list = (names: readonly string[]) => names.join(' · ')
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Panel
        title={t('section.coverage')}
        actions={<EditLink editHref={editHref} dialog={editPath('coverage')} section={t('section.coverage')} />}
      >
        <Facts
          columns="one"
          facts={[
            { label: t('field.pickupCountries'), value: list(organization.pickupCountries) },
            { label: t('field.deliveryCountries'), value: list(organization.deliveryCountries) },
            {
              label: t('field.serviceTypes'),
              value: list(organization.serviceTypes.map((type) => t(`service.${type}`))),
            },
          ]}
        />
      </Panel>
      <Panel
        title={t('section.orders')}
        actions={<EditLink editHref={editHref} dialog={editPath('orders')} section={t('section.orders')} />}
      >
        <Facts
          columns="one"
          facts={[
            { label: t('field.autoAccept'), value: <YesNo is={organization.autoAcceptOrders} /> },
            { label: t('field.orderTimeout'), value: organization.orderTimeout },
            { label: t('field.allowCod'), value: <YesNo is={organization.allowCod} /> },
            { label: t('field.maxWeight'), value: organization.maxWeight },
            { label: t('field.maxSize'), value: organization.maxSize },
          ]}
        />
      </Panel>
      <Panel
        title={t('section.hours')}
        actions={<EditLink editHref={editHref} dialog={editPath('hours')} section={t('section.hours')} />}
      >
        <Facts
          columns="one"
          facts={[
            { label: t('field.is247'), value: <YesNo is={organization.is247Service} /> },
            { label: t('field.pickupHours'), value: organization.pickupHours },
            { label: t('field.deliveryHours'), value: organization.deliveryHours },
            { label: t('field.workingDays'), value: list(organization.workingDays.map((day) => t(`day.${day}`))) },
          ]}
        />
      </Panel>
    </div>
  )
}
