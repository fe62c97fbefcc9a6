import { href } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'
import { Badge } from '../../ui/badge'
import { Callout } from '../../ui/callout'
import { Link } from '../../ui/link'
import { ORGANIZATION_TONES } from '../../ui/status-tones'
import type { ContentOf } from './tabs/tab-content.server'
import { UserText } from '../../ui/user-text'

/** Warns that the same company may already be registered. */
export function DuplicatesNote({ duplicates }: { duplicates: ContentOf<'overview'>['duplicates'] }) {
  const { t } = useTranslation('organizations')
  if (duplicates.length === 0) return null
  return (
    <Callout kind="warn" title={t('duplicates.title')}>
      <ul className="grid gap-1">
        {duplicates.map(({ id, name, status, causes }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link to={href('/organizations/:id', { id })}>
              <UserText>{name}</UserText>
            </Link>
            <Badge tone={ORGANIZATION_TONES[status]}>{t(`status.${status}`)}</Badge>
            <span>{causes.map((cause) => t(`duplicates.cause.${cause}`)).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
