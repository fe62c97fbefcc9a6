import {
  changeOperationMode,
  moveOrganization,
  writeApproved,
  type VerificationToDecide,
} from '../../../db/verifications/verification-decisions'
import { selectLastSubmissions } from '../../../db/verifications/submissions'
import type { Queries } from '../../../db/engine/database'
import { translate } from '../../../i18n/texts.server'
import type { Services } from '../../../services.server'
import type { Language, TimelineEvent, VerificationType } from '../../../vocabulary'
import { statusAddress } from '../../organizations/status-address'
import { notifyPartner, type Notice } from '../../messages/notify-partner.server'
import { sourcesOf } from '../../organizations/status/organization-status'
import { isNews, newsOf, type NewsEvent } from './decision'
import { proposedChange, proposesValues } from '../comparison/proposals'
import type { VerificationAction } from '../verification-actions'

/** For the audit entry; `after` is absent when the organization had moved on and was left as it is. */
export type Effect = { before?: Record<string, unknown>; after?: Record<string, unknown> }

/** What a decision does to the organization (decisions, Effects); null when it concerns the organization in no way. */
export async function applyEffect(
  tx: Queries,
  action: VerificationAction,
  { id, organizationId, type, currentMode, requestedMode }: VerificationToDecide,
): Promise<Effect | null> {
  if (type === 'initial_registration' && (action === 'approve' || action === 'reject')) {
    const to = action === 'approve' ? 'approved' : 'rejected'
    const didMove = await moveOrganization(tx, { id: organizationId, from: sourcesOf(to), to })
    return didMove ? { after: { organizationStatus: to } } : {}
  }
  if (type === 'operation_mode_change' && action === 'approve' && currentMode && requestedMode) {
    const didChange = await changeOperationMode(tx, { organizationId, from: currentMode, to: requestedMode })
    return didChange ? { before: { operationMode: currentMode }, after: { operationMode: requestedMode } } : {}
  }
  if (action === 'approve' && proposesValues(type)) {
    const [sent] = await selectLastSubmissions(tx, id)
    return sent ? writeApproved(tx, organizationId, (held) => proposedChange(type, sent.fields, held)) : null
  }
  return null
}

/** What was written to the applicant. */
type Words = { note: string | null; items: readonly string[] }

/** What an applicant is told of an event, in one language. */
export const newsText = (
  language: Language,
  event: NewsEvent,
  { organizationName, type }: { organizationName: string; type: VerificationType },
  { note, items }: Words,
): string =>
  translate(language, {
    key: newsOf(event, type).text,
    values: {
      organization: organizationName,
      type: translate(language, { key: `verifications:type.${type}` }),
      reason: note ?? '',
      items: items.map((item, index) => `${index + 1}. ${item}`).join('\n'),
    },
  })

/** What an organization does that nobody can sign in for; null where there is nothing to do. */
export function contactText(language: Language, event: NewsEvent, type: VerificationType): string | null {
  const { contact } = newsOf(event, type)
  return contact && translate(language, { key: contact })
}

/** Where an applicant finds what is asked of them, or what has become of it. */
export const applicantLink = (
  publicOrigin: string,
  { id, organizationId }: Pick<VerificationToDecide, 'id' | 'organizationId'>,
  event: NewsEvent,
): string =>
  new URL(statusAddress(organizationId, id) + (event === 'info_requested' ? '#asked' : ''), publicOrigin).href

/** What an applicant is told of an event: what happened, what to do and where. */
export function applicantNotice(
  { env }: Pick<Services, 'env'>,
  event: NewsEvent,
  verification: Pick<VerificationToDecide, 'id' | 'organizationId' | 'organizationName' | 'type'>,
  inLanguage: (language: Language) => Words,
): Notice {
  const { organizationName, type } = verification
  const link = applicantLink(env.publicOrigin, verification, event)
  return {
    text: (language) => newsText(language, event, { organizationName, type }, inLanguage(language)),
    next: (language) => translate(language, { key: newsOf(event, type).next, values: { link } }),
    contact: (language) => contactText(language, event, type),
  }
}

/** Tells the applicant of an event; the start of a review is no news: it asks for nothing. */
export async function notifyApplicant(
  tx: Queries,
  services: Pick<Services, 'env' | 'now'>,
  {
    event,
    inLanguage,
    ...when
  }: { event: TimelineEvent; inLanguage: (language: Language) => Words; id?: string; notBefore?: Date },
  verification: VerificationToDecide,
): Promise<void> {
  if (!isNews(event)) return
  await notifyPartner(tx, services, {
    organization: {
      id: verification.organizationId,
      phone: verification.organizationPhone,
      language: verification.organizationLanguage,
    },
    submittedBy: verification.submittedBy,
    ...when,
    kind: `verification_${event}`,
    verificationId: verification.id,
    ...applicantNotice(services, event, verification, inLanguage),
  })
}
