import { useTranslation } from '../../i18n/use-translation'
import { Badge } from '../../ui/badge'
import { DataTable } from '../../ui/lists/data-table'
import { EmptyState } from '../../ui/empty-state'
import { NotGiven } from '../../ui/facts'
import { Time } from '../../ui/time'
import { VERIFICATION_TONES } from '../../ui/status-tones'
import { UserText } from '../../ui/user-text'
import type { ContentOf } from './tabs/tab-content.server'

/** All applications of one organization, each linking to its review page. */
export function VerificationTable({ verifications, sorts }: Pick<ContentOf<'overview'>, 'verifications' | 'sorts'>) {
  const { t } = useTranslation(['organizations', 'verifications'])
  return (
    <DataTable
      caption={t('verification.caption')}
      rows={verifications}
      rowKey={(row) => row.id}
      rowHref={(row) => row.href}
      empty={<EmptyState title={t('verification.emptyTitle')} text={t('verification.emptyText')} icon="shield-check" />}
      columns={[
        {
          key: 'type',
          label: t('verification.type'),
          cell: (row) => (
            <>
              {t(`verifications:type.${row.type}`)}
              {row.apart ? <span className="sr-only">{row.apart}</span> : null}
            </>
          ),
        },
        {
          key: 'status',
          label: t('verification.status'),
          cell: (row) => <Badge tone={VERIFICATION_TONES[row.status]}>{t(`verifications:status.${row.status}`)}</Badge>,
        },
        {
          key: 'reviewer',
          label: t('verification.reviewer'),
          cell: (row) => (row.reviewer ? <UserText>{row.reviewer}</UserText> : <NotGiven />),
        },
        {
          key: 'submitted',
          label: t('verification.submitted'),
          cell: (row) => <Time {...row.submittedAt} />,
          tight: true,
          soft: true,
          sort: sorts.submitted,
        },
        {
          key: 'reviewed',
          label: t('verification.reviewed'),
          cell: (row) => (row.reviewedAt ? <Time {...row.reviewedAt} /> : <NotGiven />),
          tight: true,
          soft: true,
          sort: sorts.reviewed,
        },
      ]}
    />
  )
}
