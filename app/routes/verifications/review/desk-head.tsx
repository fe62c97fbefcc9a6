import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { Icon } from '../../../ui/icon'
import { Link } from '../../../ui/link'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import { DueLabel } from '../due-label'
import { QueuePosition } from './queue-position'
import type { Desk } from './read-review.server'
import { UserText } from '../../../ui/user-text'

/** The top line: whose application it is, its status, and its position in the queue. */
export function DeskHead({ desk }: { desk: Desk }) {
  const { t } = useTranslation('verifications')
  return (
    <header className="desk-head">
      <Link to={desk.listHref} className="desk-back">
        <Icon name="chevron-start" />
        <span className="desk-back-text">{t('title')}</span>
      </Link>
      <h1 key={desk.id} className="desk-title" title={desk.organization.name}>
        <UserText>{desk.organization.name}</UserText>
      </h1>
      <span className="desk-head-facts">
        <span className="desk-type">{t(`type.${desk.type}`)}</span>{' '}
        <Badge tone={VERIFICATION_TONES[desk.status]}>{t(`status.${desk.status}`)}</Badge>{' '}
        {desk.due ? <DueLabel due={desk.due} hasShort /> : null}
      </span>{' '}
      <QueuePosition queue={desk.queue} name={desk.organization.name} undo={desk.undo} />
    </header>
  )
}
