import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { Facts } from '../../../ui/facts'
import { Link } from '../../../ui/link'
import { Panel } from '../../../ui/panel'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import { Time } from '../../../ui/time'
import { DocumentList } from '../documents/document-list'
import { StatusTimeline } from './status-timeline'
import type { StatusView } from './status-view.server'

type Application = NonNullable<StatusView['application']>
type Columns = { application: Application | null; hasDocuments?: boolean; children: ReactNode }

/** What is asked and what was sent, with the history beside it: for the partner and for staff. */
export function StatusColumns({ application, hasDocuments = true, children }: Columns) {
  const { t } = useTranslation(['setup', 'verifications'])
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-4">
        {children}
        {application ? <ApplicationFacts application={application} /> : null}
        {application && hasDocuments ? (
          <Panel title={t('setup:status.documents')} flush>
            {application.documentsErased && application.documents.length === 0 ? (
              <p className="p-4 text-ink-soft">
                {t('verifications:document.erased', { date: application.documentsErased })}
              </p>
            ) : (
              <DocumentList documents={application.documents} />
            )}
          </Panel>
        ) : null}
      </div>
      {application ? <StatusTimeline timeline={application.timeline} /> : null}
    </div>
  )
}

function ApplicationFacts({ application }: { application: Application }) {
  const { t } = useTranslation(['setup', 'verifications'])
  const { type, status, submitted, decided, others } = application
  return (
    <Panel title={t('status.type')}>
      <Facts
        facts={[
          { label: t('verifications:field.type'), value: t(`verifications:type.${type}`) },
          {
            label: t('verifications:field.status'),
            value: <Badge tone={VERIFICATION_TONES[status]}>{t(`verifications:status.${status}`)}</Badge>,
          },
          { label: t('status.submitted'), value: <Time {...submitted} /> },
          { label: t('status.decided'), value: decided ? <Time {...decided} /> : null },
          ...(others.length > 0
            ? [
                {
                  label: t('status.others'),
                  wide: true,
                  value: (
                    <ul className="grid gap-1">
                      {others.map((other) => (
                        <li key={other.id} className="flex flex-wrap items-center gap-2">
                          <Link to={other.href} className="link">
                            {t(`verifications:type.${other.type}`)}
                          </Link>{' '}
                          <Badge tone={VERIFICATION_TONES[other.status]}>
                            {t(`verifications:status.${other.status}`)}
                          </Badge>
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}
