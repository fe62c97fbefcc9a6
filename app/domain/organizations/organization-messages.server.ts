import { findPartnerToNotify } from '../../db/messages/messages'
import { lockFailedMessage, requeueMessage, selectMessagesOf } from '../../db/messages/organization-messages'
import { findOrganizationStatus } from '../../db/organizations/organization-changes'
import type { Services } from '../../services.server'
import { isUuid } from '../../vocabulary'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { phoneChannel } from '../messages/channels'
import { apartFromStep, withStep } from '../messages/fitting-text'
import { wakeOutbox } from '../messages/outbox.server'
import { MESSAGE_LIFE_MS } from '../messages/retry'
import { done, missing, unchanged, type Outcome } from '../outcome'
import { openText, sealText } from '../sealing.server'

const MESSAGES_SHOWN = 100

/** A stored text; null when it is kept no longer. */
const keptText = ({ sessionSecrets }: Services['env'], sealed: string): string | null =>
  sealed === '' ? null : openText(sessionSecrets, 'outbox', sealed)

/** What was sent to an organization, the newest first; null for a text that is kept no longer. */
export async function listMessagesOf(
  { db, env }: Pick<Services, 'db' | 'env'>,
  _permit: Permit<'contacts.read'>,
  organizationId: string,
) {
  const rows = await selectMessagesOf(db, organizationId, MESSAGES_SHOWN)
  return rows.map(({ isOvertaken, ...row }) => {
    const text = keptText(env, row.text)
    return { ...row, text, mayResend: row.status === 'failed' && text !== null && !isOvertaken }
  })
}

/**
 * Sends a message that failed once more, to whom the organization would be told by now and by the channel there is, without its
 * link where nobody can open it any more. One transaction with its audit entry. `unchanged` when it is under way again, its
 * text is kept no longer, or a later one tells what has happened since.
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
    const channel = phoneChannel(services.env)
    const told = keptText(services.env, message.text)
    if (told === null) return unchanged
    const { words, step } = apartFromStep(told, organizationId)
    const again = {
      channel,
      to: partner?.phone ?? organization.phone,
      text: sealText(services.env.sessionSecrets, 'outbox', withStep(words, partner && step, channel)),
      expiresAt: new Date(now.getTime() + MESSAGE_LIFE_MS),
    }
    if (!(await requeueMessage(tx, id, { ...again, now }))) return unchanged
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
