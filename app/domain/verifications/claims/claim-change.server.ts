import type { Queries } from '../../../db/engine/database'
import { insertInboxEntries } from '../../../db/inbox'
import type { UnderDecision } from '../../../db/verifications/verification-decisions'

/** Who held the review finds in the inbox who has it now. */
export async function tellFormerHolder(
  tx: Pick<Queries, 'insert'>,
  { id, organizationId, reviewerId }: UnderDecision,
  by: { actorId: string; at: Date },
): Promise<void> {
  if (reviewerId === null) return
  await insertInboxEntries(tx, [{ userId: reviewerId, kind: 'taken_over', organizationId, verificationId: id, ...by }])
}
