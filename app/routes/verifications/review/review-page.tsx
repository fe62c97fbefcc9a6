import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { Badge } from '../../../ui/badge'
import { PageHead } from '../../../ui/page-head'
import { PageTitle } from '../../../ui/page-title'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import { DecisionPanel } from './decision-panel'
import { DocumentViewer } from './document-viewer'
import { QueuePlace } from './queue-place'
import { ReviewFacts } from './review-facts'
import { ReviewHistory } from './review-history'
import type { ReviewView } from './review-view.server'
import { useReviewKeys } from './use-review-keys'

/** The heart of the console: who applies and what they sent at the start, the decision and its history at the end. */
export function ReviewPage({ view }: { view: ReviewView }) {
  const { t } = useTranslation('verifications')
  useReviewKeys(view)
  return (
    <div className="max-lg:pb-28 print:pb-0">
      <PageTitle>{`${view.organization.name} · ${t(`type.${view.type}`)}`}</PageTitle>
      <QueuePlace place={view.place} />
      <PageHead
        crumbs={[{ label: t('title'), to: view.listHref }, { label: view.organization.name }]}
        title={<bdi>{view.organization.name}</bdi>}
        sentence={t(`type.${view.type}`)}
        badge={<Badge tone={VERIFICATION_TONES[view.status]}>{t(`status.${view.status}`)}</Badge>}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] print:block">
        <div
          className={
            view.openDocument ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : 'grid gap-4'
          }
        >
          {view.openDocument ? <DocumentViewer document={view.openDocument} closeTo={view.path + view.search} /> : null}
          <div className="grid min-w-0 gap-4 xl:order-first">
            <ReviewFacts view={view} />
          </div>
        </div>
        <aside className="grid gap-4 lg:sticky lg:top-16 print:mt-4">
          <DecisionPanel view={view} />
          <ReviewHistory timeline={view.timeline} />
        </aside>
      </div>
      <Outlet />
    </div>
  )
}
