import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/panel'
import { BasicInformation } from './basic-information'
import type { OrganizationInWords } from './describe-organization.server'
import { ServiceSections } from './service-sections'
import type { ContentOf } from './tab-content.server'
import { VerificationTable } from './verification-table'

type OverviewTabProps = {
  organization: OrganizationInWords
  verifications: ContentOf<'overview'>['verifications']
}

export function OverviewTab({ organization, verifications }: OverviewTabProps) {
  const { t } = useTranslation('organizations')
  return (
    <div className="grid gap-4">
      <BasicInformation organization={organization} />
      <ServiceSections organization={organization} />
      <Panel title={t('section.verifications')} flush>
        <VerificationTable verifications={verifications} />
      </Panel>
    </div>
  )
}
