import type { Queries } from '../../db/engine/database'
import { findPartnerToNotify } from '../../db/messages/messages'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'
import { phoneChannel } from './channels'
import { enqueueMessage } from './enqueue.server'
import { withStep } from './fitting-text'

/** What an organization is told, in any language. */
export type Notice = {
  text: (language: Language) => string
  /** The next step with its link: only for a partner, since whoever has the organization's own phone could not open it. */
  next?: (language: Language) => string
  /** The next step when nobody of the organization can sign in. */
  contact?: (language: Language) => string | null
}

type PartnerNotice = Notice & {
  /** Set when other code has to find the message again. */
  id?: string
  /** Earliest time to send. */
  notBefore?: Date
  organization: { id: string; phone: string; language: Language }
  /** The person to tell first, if they are still a partner. */
  submittedBy?: string | null
  kind: string
  verificationId?: string
}

/** Notifies a partner of an organization, or its own phone when it has no partner to tell; returns the language used. */
export async function notifyPartner(
  tx: Queries,
  services: Pick<Services, 'env' | 'now'>,
  { organization, submittedBy = null, text, next, contact, ...message }: PartnerNotice,
): Promise<Language> {
  const partner = await findPartnerToNotify(tx, organization.id, submittedBy)
  const { language, phone } = partner ?? organization
  const channel = phoneChannel(services.env)
  await enqueueMessage(tx, services, {
    channel,
    ...message,
    to: phone,
    text: withStep(text(language), (partner ? next : contact)?.(language), channel),
    language,
    organizationId: organization.id,
  })
  return language
}
