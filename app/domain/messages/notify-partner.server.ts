import type { Queries } from '../../db/engine/database'
import { findPartnerToNotify } from '../../db/messages/messages'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'
import { phoneChannel } from './channels'
import { enqueueMessage } from './enqueue.server'
import { withStep } from './fitting-text'

/** What somebody of an organization is told, in any language. */
export type Notice = {
  text: (language: Language) => string
  /** What to do and where: only for a partner, as the organization's own phone could not open the address. */
  next?: (language: Language) => string
  /** What to do where nobody of the organization can sign in. */
  contact?: (language: Language) => string | null
}

type PartnerNotice = Notice & {
  /** Given where something else has to find the message again. */
  id?: string
  /** Not told before. */
  notBefore?: Date
  organization: { id: string; phone: string; language: Language }
  /** Who is told first, where they are still a partner. */
  submittedBy?: string | null
  kind: string
  verificationId?: string
}

/** Tells a partner of an organization something in their language, and gives that; one without partners is told by its own phone. */
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
