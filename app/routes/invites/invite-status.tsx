import { useTranslation } from '../../i18n/use-translation'
import { Badge } from '../../ui/badge'
import type { InviteStatus } from '../../vocabulary'
import { INVITE_TONES } from '../../ui/status-tones'

type StatusBadgeProps = {
  status: InviteStatus
  used: string
  maximum: string
  /** The last day on which an expired code could be used, in words. */
  expiredDay: string | null
}

/** The status with its cause. */
export function StatusBadge({ status, used, maximum, expiredDay }: StatusBadgeProps) {
  const { t } = useTranslation('invites')
  return (
    <Badge tone={INVITE_TONES[status]}>
      {status === 'used'
        ? t('cause.used', { used, maximum })
        : status === 'expired' && expiredDay
          ? t('cause.expired', { day: expiredDay })
          : t(`status.${status}`)}
    </Badge>
  )
}
