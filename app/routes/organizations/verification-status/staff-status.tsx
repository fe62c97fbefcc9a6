import { organizationList } from '../../../domain/organizations/input'
import { organizationAddress } from '../../../domain/organizations/organization-address'
import { verificationPath } from '../../../domain/verifications/queue/verification-list'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import { Panel } from '../../../ui/panel'
import { UserText } from '../../../ui/user-text'
import { DocumentList } from '../documents/document-list'
import { ApplicationFacts } from './application-facts'
import type { StatusForStaff } from './read-for-staff.server'
import { StatusCallout } from './status-callout'
import { StatusTimeline } from './status-timeline'

/** The partner's page as staff see it: the same words, nothing to fill in, and the way to the application itself. */
export function StaffStatus({ view }: { view: StatusForStaff }) {
  const { t } = useTranslation(['setup', 'organizations'])
  const { id, name, application, readsDocuments } = view
  const pageHref = organizationAddress(id, 'overview', '')
  return (
    <>
      <PageTitle>{`${t('status.title')} · ${name}`}</PageTitle>
      <PageHead
        crumbs={[
          { label: t('organizations:title'), to: organizationList.path },
          { label: name, to: pageHref },
          { label: t('status.title') },
        ]}
        title={t('status.title')}
        sentence={t('status.staffSentence', { name })}
        actions={
          <>
            {application ? (
              <ButtonLink to={verificationPath(application)}>{t('status.toApplication')}</ButtonLink>
            ) : null}
            <ButtonLink to={pageHref}>{t('toOrganization')}</ButtonLink>
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <StatusCallout view={view} />
          {application && application.asked.length > 0 ? (
            <Panel title={t('answer.title')}>
              <ol className="list-decimal ps-5">
                {application.asked.map(({ text }, index) => (
                  <li key={index}>
                    <UserText className="wrap-anywhere">{text}</UserText>
                  </li>
                ))}
              </ol>
            </Panel>
          ) : null}
          {application ? <ApplicationFacts application={application} /> : null}
          {application && readsDocuments ? (
            <Panel title={t('status.documents')} flush>
              <DocumentList documents={application.documents} />
            </Panel>
          ) : null}
        </div>
        {application ? <StatusTimeline timeline={application.timeline} /> : null}
      </div>
    </>
  )
}
