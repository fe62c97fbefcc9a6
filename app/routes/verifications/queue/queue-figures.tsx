import { verificationList } from '../../../domain/verifications/queue/verification-list'
import { useTranslation } from '../../../i18n/use-translation'
import { Stat, Stats } from '../../../ui/stat'
import type { QueuePageView } from './queue-view.server'

/** The statistics: how long decisions take, how long the oldest has waited, and what is open. */
export function QueueFigures({ figures, state }: Pick<QueuePageView, 'figures' | 'state'>) {
  const { t } = useTranslation('verifications')
  const listOf = (status: 'pending' | 'under_review') =>
    verificationList.href(verificationList.empty, { tab: state.tab, status: [status] })
  return (
    <div className="mb-5">
      <Stats isBrief>
        <Stat
          label={t('figure.average')}
          value={figures.averageReview ?? '—'}
          hint={figures.averageReview ? t('figure.averageHint') : t('figure.none')}
          icon="clock"
        />
        <Stat
          label={t('figure.oldest')}
          value={figures.oldestPending ?? '—'}
          hint={figures.oldestPending ? t('figure.oldestHint') : t('figure.none')}
          icon="history"
        />
        <Stat
          label={t('status.pending')}
          value={figures.pending}
          hint={t('figure.pendingHint')}
          icon="inbox"
          to={listOf('pending')}
        />
        <Stat
          label={t('status.under_review')}
          value={figures.underReview}
          hint={t('figure.underReviewHint')}
          icon="eye"
          to={listOf('under_review')}
        />
      </Stats>
    </div>
  )
}
