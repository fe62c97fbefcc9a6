import { useTranslation } from '../i18n/use-translation'
import type { HistoryEvent } from '../vocabulary'
import { UserText } from './user-text'

type EventPersonProps = { name: string | null; event: HistoryEvent | 'document_rejected' }

/** Who caused an event. Without a name, the applicant for events that only applicants cause; the system and its operator have no name either. */
export function EventPerson({ name, event }: EventPersonProps) {
  const { t } = useTranslation('common')
  const isOfApplicant = event === 'submitted' || event === 'resubmitted'
  return <UserText>{name ?? t(isOfApplicant ? 'applicant' : 'system')}</UserText>
}
