import { blankRecipientsBefore } from '../../db/invites/ended-invites'
import type { Services } from '../../services.server'

const BLOCK_ROWS = 250

/** Forgets whom codes were sent to that ended before that; the code itself stays in the list. */
export async function forgetRecipients({ db }: Pick<Services, 'db'>, before: Date): Promise<void> {
  while ((await blankRecipientsBefore(db, before, BLOCK_ROWS)) === BLOCK_ROWS);
}
