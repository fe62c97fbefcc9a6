import { randomUUID } from 'node:crypto'
import type { Database } from '../../app/db/database'
import { invites } from '../../app/db/schema'
import { TEST_START } from './services'

type NewInvite = typeof invites.$inferInsert

/** Adds an invite code and gives its id: ten uses for logistics providers unless said otherwise. */
export async function addInvite(db: Database, invite: Partial<NewInvite> = {}): Promise<string> {
  const id = invite.id ?? randomUUID()
  await db.insert(invites).values({
    id,
    code: 'INV-7K4M-9QXT-2B8D',
    type: 'invite_logistic_provider',
    maximumUses: 10,
    createdAt: new Date(TEST_START),
    ...invite,
  })
  return id
}
