import type { Queries } from '../../db/engine/database'
import { insertMessage } from '../../db/messages/messages'
import type { Services } from '../../services.server'
import type { Language, MessageChannel } from '../../vocabulary'
import { sealText } from '../sealing.server'
import { MESSAGE_LIFE_MS } from './retry'

/** A message in the recipient's language; after `expiresAt` it is no longer worth sending, by default a day from now. */
export type NewMessage = {
  /** Set when other code has to find the message again. */
  id?: string
  channel: MessageChannel
  kind: string
  to: string
  /** The person it is for, when several people may share the address. */
  recipientId?: string
  subject?: string
  text: string
  language?: Language
  expiresAt?: Date
  /** Earliest time to send; now by default. */
  notBefore?: Date
  verificationId?: string
  inviteId?: string
  /** The organization that is told; the text is then kept for a while. */
  organizationId?: string
}

/** Puts a message into the outbox, in the transaction of the change it reports. Its text is sealed until delivered. */
export async function enqueueMessage(
  tx: Queries,
  services: Pick<Services, 'env' | 'now'>,
  { notBefore, ...message }: NewMessage,
): Promise<void> {
  const now = services.now()
  await insertMessage(tx, {
    ...message,
    text: sealText(services.env.sessionSecrets, 'outbox', message.text),
    status: 'queued',
    createdAt: now,
    nextAttemptAt: notBefore ?? now,
    expiresAt: message.expiresAt ?? new Date(now.getTime() + MESSAGE_LIFE_MS),
  })
}
