import type { Queries } from '../../../db/engine/database'
import { findPartnerToNotify } from '../../../db/messages/messages'
import { lockFailedMessage, requeueMessage } from '../../../db/messages/organization-messages'
import { findOrganizationStatus } from '../../../db/organizations/organization-changes'
import { selectRequestedItems } from '../../../db/verifications/requested-items'
import { findToDecide } from '../../../db/verifications/verification-decisions'
import { selectTimeline } from '../../../db/verifications/verifications'
import type { Services } from '../../../services.server'
import { isUuid } from '../../../uuid'
import type { Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { latestNoted } from '../../calendar'
import { phoneChannel } from '../../messages/channels'
import { splitStep, withStep } from '../../messages/fitting-text'
import type { Notice } from '../../messages/notify-partner.server'
import { wakeOutbox } from '../../messages/outbox.server'
import { MESSAGE_LIFE_MS } from '../../messages/retry'
import { keptText } from '../../organizations/organization-messages.server'
import { ruleOfChange, STATUS_CHANGE_NAMES } from '../../organizations/status/status-change'
import { statusNotice } from '../../organizations/status/status-message.server'
import { done, missing, unchanged, type Outcome } from '../../outcome'
import { sealText } from '../../sealing.server'
import { isNews } from '../decisions/decision'
import { applicantNotice } from '../decisions/decision-effects.server'
import { translateEvent } from '../requested-items/requested-items.server'

/**
 * Resends a failed message to whoever the organization's messages go to now, in their language; by SMS if WhatsApp failed, and without its
 * link if nobody can open it any more. One transaction with its audit entry. `unchanged` when it is already being sent again, its text is
 * no longer kept, or a later message tells what has happened since.
 */
export async function resendMessage(
  services: Services,
  { actor }: Permit<'contacts.read'>,
  { organizationId, id, requestId }: { organizationId: string; id: string; requestId: string },
): Promise<Outcome> {
  if (!isUuid(organizationId) || !isUuid(id)) return missing
  const now = services.now()
  const outcome = await services.db.transaction(async (tx): Promise<Outcome> => {
    const message = await lockFailedMessage(tx, organizationId, id)
    const organization = message && (await findOrganizationStatus(tx, organizationId))
    if (!organization) return missing
    const partner = await findPartnerToNotify(tx, organizationId, message.submittedBy)
    const channel = message.channel === 'whatsapp' ? 'sms' : phoneChannel(services.env)
    const told = keptText(services.env, message.text)
    if (told === null) return unchanged
    const language = partner?.language ?? organization.defaultLocale
    const notice = language === message.language ? null : await findNotice(tx, services, message, organization)
    const { words, step } = notice
      ? { words: notice.text(language), step: (partner ? notice.next : notice.contact)?.(language) }
      : asTold(told, organizationId, partner !== null)
    const again = {
      channel,
      to: partner?.phone ?? organization.phone,
      text: sealText(services.env.sessionSecrets, 'outbox', withStep(words, step, channel)),
      language: notice ? language : message.language,
      expiresAt: new Date(now.getTime() + MESSAGE_LIFE_MS),
    }
    if (!(await requeueMessage(tx, id, { ...again, now, horizon: latestNoted(now) }))) return unchanged
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'organization.resend',
      objectType: 'organization',
      objectId: organizationId,
      after: { channel, ...(message.verificationId && { verification: message.verificationId }) },
      requestId,
    })
    return done(undefined)
  })
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

/** The words as they were sent, and the line with the link if the recipient can sign in. */
function asTold(told: string, organizationId: string, canSignIn: boolean) {
  const { words, step } = splitStep(told, organizationId)
  return { words, step: canSignIn ? step : null }
}

type Message = NonNullable<Awaited<ReturnType<typeof lockFailedMessage>>>
type Organization = NonNullable<Awaited<ReturnType<typeof findOrganizationStatus>>>

/** What a message told, in any language; null when it was written in one language only or can no longer be reproduced. */
async function findNotice(
  tx: Queries,
  services: Pick<Services, 'env'>,
  { kind, verificationId }: Message,
  organization: Organization,
): Promise<Notice | null> {
  const change = STATUS_CHANGE_NAMES.find((one) => kind === `organization_${one}`)
  if (change)
    return ruleOfChange(change).to === organization.status
      ? statusNotice(services, change, organization, organization.statusReason)
      : null
  const verification = verificationId === null ? null : await findToDecide(tx, verificationId)
  if (!verification) return null
  const told = (await selectTimeline(tx, verification.id)).find(({ event }) => kind === `verification_${event}`)
  if (!told || !isNews(told.event)) return null
  const items = await selectRequestedItems(tx, verification.id)
  return applicantNotice(services, told.event, verification, (language) => translateEvent(language, told, items))
}
