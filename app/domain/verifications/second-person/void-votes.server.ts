import { closeVoidVotes } from '../../../db/verifications/prepared-decisions'
import type { Services } from '../../../services.server'

/**
 * Calls nobody any longer to agree to a prepared decision that a later change made void, and tells whoever prepared it. Returns how
 * many decisions that was; safe in many processes.
 */
export const endVoidVotes = ({ db, now }: Services): Promise<number> =>
  db.transaction((tx) => closeVoidVotes(tx, now()))
