import { useTranslation } from '../../../i18n/use-translation'
import { pageWindow } from '../../../lists/page-window'
import { Badge } from '../../../ui/badge'
import { Facts } from '../../../ui/facts'
import { DataTable } from '../../../ui/lists/data-table'
import { FilterChips } from '../../../ui/lists/filter-chips'
import { Pagination } from '../../../ui/lists/pagination'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import { VERIFICATION_TYPES, type VerificationStatus, type VerificationType } from '../../../vocabulary'
import { HERE, Part } from './part'

const STATUS_OF = {
  initial_registration: 'pending',
  business_license_renewal: 'under_review',
  tax_registration_renewal: 'need_more_info',
  bank_account_update: 'approved',
  operation_mode_change: 'rejected',
  address_change: 'pending',
  legal_representative_change: 'approved',
} as const satisfies Record<VerificationType, VerificationStatus>

export function Lists() {
  const { t } = useTranslation(['verifications', 'organizations'])
  return (
    <>
      <Part file="lists">
        <FilterChips
          chips={[{ label: t('column.status'), value: t('status.pending'), removeHref: `${HERE}#chips` }]}
          resetHref={HERE}
        />
        <DataTable
          caption={t('title')}
          columns={[
            {
              key: 'type',
              label: t('column.type'),
              sort: { href: `${HERE}#type`, direction: 'ascending' },
              cell: ({ type }) => t(`type.${type}`),
            },
            {
              key: 'status',
              label: t('column.status'),
              tight: true,
              cell: ({ status }) => <Badge tone={VERIFICATION_TONES[status]}>{t(`status.${status}`)}</Badge>,
            },
            { key: 'mode', label: t('column.currentMode'), soft: true, cell: () => t('organizations:mode.hybrid') },
          ]}
          rows={VERIFICATION_TYPES.map((type) => ({ type, status: STATUS_OF[type] }))}
          rowKey={({ type }) => type}
          rowHref={({ type }) => `${HERE}#${type}`}
        />
        <Pagination page={4} pageCount={9} steps={pageWindow(4, 9)} pageHref={(page) => `${HERE}#${page}`} />
      </Part>
      <Part file="facts.tsx">
        <Facts
          facts={[
            { label: t('organizations:column.mode'), value: t('organizations:mode.hybrid') },
            { label: t('column.reviewer'), value: null },
          ]}
        />
      </Part>
    </>
  )
}
