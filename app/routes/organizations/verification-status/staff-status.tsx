import { organizationList } from '../../../domain/organizations/organization-list'
import { organizationAddress } from '../../../domain/organizations/organization-address'
import { verificationPath } from '../../../domain/verifications/queue/verification-list'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import { Panel } from '../../../ui/panel'
import { UserTexts } from '../../../ui/timeline'
import { Sentence } from '../../../ui/user-text'
import type { StatusForStaff } from './read-for-staff.server'
import { StatusCallout } from './status-callout'
import { StatusColumns } from './status-columns'

/** The partner's page as staff see it: the same words, nothing to fill in, and the way to the application itself. */
export function StaffStatus({ view }: { view: StatusForStaff }) {
  const { t } = useTranslation(['setup', 'organizations'])
  const { id, name, application, readsDocuments } = view
  const pageHref = organizationAddress(id, 'overview', '')
  return (
    <>
      <PageTitle>{[t('status.title'), name]}</PageTitle>
      <PageHead
        crumbs={[
          { label: t('organizations:title'), to: organizationList.path },
          { label: name, to: pageHref },
          { label: t('status.title') },
        ]}
        title={t('status.title')}
        sentence={<Sentence>{t('status.staffSentence', { name: isolateName(name) })}</Sentence>}
        actions={
          <>
            {application ? (
              <ButtonLink to={verificationPath(application)}>{t('status.toApplication')}</ButtonLink>
            ) : null}
            <ButtonLink to={pageHref}>{t('toOrganization')}</ButtonLink>
          </>
        }
      />
      <StatusColumns application={application} hasDocuments={readsDocuments}>
        <StatusCallout view={view} />
        {application && application.asked.length > 0 ? (
          <Panel title={t('answer.title')}>
            <UserTexts items={application.asked.map(({ text }) => text)} />
          </Panel>
        ) : null}
      </StatusColumns>
    </>
  )
}
