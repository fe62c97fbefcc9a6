import type { Queries } from '../../db/engine/database'
import { insertMessage } from '../../db/messages/messages'
import type { Services } from '../../services.server'
import type { Language, MessageChannel } from '../../vocabulary'
import { sealText } from '../sealing.server'
import { MESSAGE_LIFE_MS } from './retry'

/** A message in the recipient's language; `expiresAt` is when it is no longer worth sending, a day from now if left out. */
export type NewMessage = {
  /** Given where something else has to find the message again. */
  id?: string
  channel: MessageChannel
  kind: string
  to: string
  /** Whom it is for, where several people may have that address. */
  recipientId?: string
  subject?: string
  text: string
  language?: Language
  expiresAt?: Date
  /** Not sent before; at once if left out. */
  notBefore?: Date
  verificationId?: string
  inviteId?: string
  /** Whom it tells something; its text is kept for a while. */
  organizationId?: string
}

/** Puts a message into the outbox, in the transaction of the change it tells of. Its text is sealed until delivered. */
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
