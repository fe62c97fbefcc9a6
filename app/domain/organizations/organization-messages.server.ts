import { selectMessagesOf } from '../../db/messages/organization-messages'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { latestNoted } from '../calendar'
import { openText } from '../sealing.server'

export const MESSAGES_SHOWN = 100

/** The text of a stored message; null when it is no longer kept. */
export const keptText = ({ sessionSecrets }: Services['env'], sealed: string): string | null =>
  sealed === '' ? null : openText(sessionSecrets, 'outbox', sealed)

/** The newest {@link MESSAGES_SHOWN} messages to an organization, newest first; `text` is null when it is no longer kept. */
export async function listMessagesOf(
  { db, env, now }: Pick<Services, 'db' | 'env' | 'now'>,
  _permit: Permit<'contacts.read'>,
  organizationId: string,
) {
  const rows = await selectMessagesOf(db, organizationId, {
    horizon: latestNoted(now()),
    atMost: MESSAGES_SHOWN,
  })
  return rows.map(({ isOvertaken, ...row }) => {
    const text = keptText(env, row.text)
    return { ...row, text, mayResend: row.status === 'failed' && text !== null && !isOvertaken }
  })
}
