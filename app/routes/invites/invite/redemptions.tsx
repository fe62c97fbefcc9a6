import { href } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { DialogHeading } from '../../../ui/dialogs/dialog-route'
import { Link } from '../../../ui/link'
import { DataTable } from '../../../ui/lists/data-table'
import { NotGiven } from '../../../ui/facts'
import { Time } from '../../../ui/time'
import type { DetailView } from './detail.server'
import { UserText } from '../../../ui/user-text'

/** Every use of a code: who, when, into which organization. */
export function Redemptions({ invite }: { invite: DetailView }) {
  const { t } = useTranslation('invites')
  const { redemptions } = invite
  return (
    <section className="grid gap-2">
      <DialogHeading>{t('detail.redemptions')}</DialogHeading>
      {redemptions.length === 0 ? (
        <p className="text-sm text-ink-soft">{t('detail.nobody')}</p>
      ) : (
        <DataTable
          caption={t('detail.redemptions')}
          rows={redemptions}
          rowKey={(row) => row.id}
          columns={[
            { key: 'who', label: t('detail.who'), cell: (row) => <UserText>{row.username}</UserText> },
            { key: 'when', label: t('detail.when'), cell: (row) => <Time {...row.at} />, tight: true },
            {
              key: 'organization',
              label: t('detail.organization'),
              cell: (row) =>
                row.organizationId ? (
                  <Link to={href('/organizations/:id', { id: row.organizationId })} className="link">
                    <UserText>{row.organizationName}</UserText>
                  </Link>
                ) : (
                  <NotGiven />
                ),
            },
          ]}
        />
      )}
      {invite.hasMoreRedemptions ? (
        <p className="text-sm text-ink-soft">
          {t('detail.redemptionsMore', { shown: invite.redemptionsShown, total: invite.redemptionsTotal })}
        </p>
      ) : null}
    </section>
  )
}
