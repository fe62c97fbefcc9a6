import { useTranslation } from '../i18n/use-translation'
import type { HistoryEvent } from '../vocabulary'
import { UserText } from './user-text'

type EventPersonProps = { name: string | null; event: HistoryEvent | 'document_rejected' }

/** Who did it. Without a name it was the applicant only where nobody else can: machines and the operator have none either. */
export function EventPerson({ name, event }: EventPersonProps) {
  const { t } = useTranslation('common')
  const isOfApplicant = event === 'submitted' || event === 'resubmitted'
  return <UserText>{name ?? t(isOfApplicant ? 'applicant' : 'system')}</UserText>
}
