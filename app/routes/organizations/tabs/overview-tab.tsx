import { auditList } from '../../../domain/audit/audit-list'
import { BasicInformation } from './basic-information'
import type { OrganizationView } from '../organization-view.server'
import { DuplicatesNote } from '../duplicates-note'
import type { EditHref } from '../edit-link'
import { RelatedPanels } from './related-panels'
import { ServiceSections } from './service-sections'
import type { ContentOf } from './tab-content.server'
import { VerificationTable } from '../verification-table'
import { useTranslation } from '../../../i18n/use-translation'

type OverviewTabProps = {
  organization: OrganizationView
  content: ContentOf<'overview'>
  editHref: EditHref
}

export function OverviewTab({ organization, content, editHref }: OverviewTabProps) {
  const { t } = useTranslation('organizations')
  return (
    <div className="grid gap-4">
      <DuplicatesNote duplicates={content.duplicates} />
      <BasicInformation organization={organization} editHref={editHref} />
      <ServiceSections organization={organization} editHref={editHref} />
      <section aria-labelledby="verifications" className="min-w-0">
        <h2 id="verifications" className="mt-2 mb-3 text-lg">
          {t('section.verifications')}
        </h2>
        <VerificationTable verifications={content.verifications} sorts={content.sorts} />
      </section>
      <RelatedPanels
        related={content.related}
        allActsHref={auditList.href(auditList.empty, {
          organization: [organization.id],
        })}
      />
    </div>
  )
}
