import { blankRecipientsBefore } from '../../db/invites/ended-invites'
import type { Services } from '../../services.server'

const BLOCK_ROWS = 250

/** Erases the recipients of codes that ended before `before`; the codes stay in the list. */
export async function forgetRecipients({ db }: Pick<Services, 'db'>, before: Date): Promise<void> {
  while ((await blankRecipientsBefore(db, before, BLOCK_ROWS)) === BLOCK_ROWS);
}
