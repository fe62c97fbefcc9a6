import { href } from 'react-router'
import type { Moment } from '../../../i18n/moment'
import { useTranslation } from '../../../i18n/use-translation'
import { Facts } from '../../../ui/facts'
import { Link } from '../../../ui/link'
import { Time } from '../../../ui/time'
import type { DetailView } from './detail.server'
import { StatusBadge } from '../invite-status'
import { Recipient } from '../recipient'
import { Usage } from '../usage'
import { UserText } from '../../../ui/user-text'

/** What a code is, who created it, and to whom it was sent. */
export function InviteFacts({ invite, replacedBy }: { invite: DetailView; replacedBy: string | null }) {
  const { t } = useTranslation(['invites', 'common'])
  const { delivery, organizationId, organizationName, expiryZone: zone } = invite
  const lastDay = (day: Moment): Moment =>
    zone ? { ...day, text: t('detail.expiresIn', { day: day.text, zone }) } : day
  const sent = invite.channel
    ? [
        {
          label: t('column.recipient'),
          wide: true,
          value: (
            <span className="flex flex-wrap gap-x-1">
              <Recipient {...invite} delivery={delivery?.status ?? null} />{' '}
              {delivery ? <Time {...delivery.at} /> : null}
            </span>
          ),
        },
        ...(invite.customMessage
          ? [
              {
                label: t('field.customMessage'),
                wide: true,
                value: (
                  <UserText as="p" className="whitespace-pre-line">
                    {invite.customMessage}
                  </UserText>
                ),
              },
            ]
          : []),
      ]
    : []
  return (
    <Facts
      facts={[
        ...(invite.deletedAt
          ? [{ label: t('detail.deletedAt'), value: <Time {...invite.deletedAt} /> }]
          : [{ label: t('column.status'), value: <StatusBadge {...invite} /> }]),
        ...(replacedBy
          ? [
              {
                label: t('detail.replacedBy'),
                value: (
                  <Link to={replacedBy} className="link">
                    {t('detail.newCode')}
                  </Link>
                ),
              },
            ]
          : []),
        { label: t('column.type'), value: t(`type.${invite.type}`) },
        ...(invite.role ? [{ label: t('field.role'), value: t(`common:role.${invite.role}`) }] : []),
        ...(organizationId
          ? [
              {
                label: t('field.organization'),
                value: (
                  <Link to={href('/organizations/:id', { id: organizationId })} className="link">
                    <UserText>{organizationName}</UserText>
                  </Link>
                ),
              },
            ]
          : []),
        { label: t('detail.usage'), value: <Usage {...invite} /> },
        { label: t('detail.expires'), value: invite.expiresAt ? <Time {...lastDay(invite.expiresAt)} /> : t('never') },
        { label: t('column.created'), value: <Time {...invite.createdAt} /> },
        { label: t('detail.createdBy'), value: invite.creator ? <UserText>{invite.creator}</UserText> : null },
        ...sent,
        { label: t('column.notes'), wide: true, value: invite.notes && <UserText>{invite.notes}</UserText> },
      ]}
    />
  )
}
