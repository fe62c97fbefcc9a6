import { randomUUID } from 'node:crypto'
import type { Database } from '../../app/db/engine/database'
import { invites } from '../../app/db/schema/invites'
import { SealedCode } from '../../app/db/schema/sealed-code'
import { TEST_START } from './services'

type NewInvite = Omit<typeof invites.$inferInsert, 'code'> & { code: string }

/** A code as the database stores and returns it. */
export const sealed = (code: string): SealedCode => new SealedCode(code)
/** The plain text of such a code. */
export const opened = (code: SealedCode | undefined): string | undefined => code && SealedCode.open(code)

/** Adds an invite code and gives its id: ten uses for logistics providers unless said otherwise. */
export async function addInvite(db: Database, invite: Partial<NewInvite> = {}): Promise<string> {
  const id = invite.id ?? randomUUID()
  await db.insert(invites).values({
    id,
    type: 'invite_logistic_provider',
    maximumUses: 10,
    createdAt: new Date(TEST_START),
    ...invite,
    code: new SealedCode(invite.code ?? 'INV-7K4M-9QXT-2B8D'),
  })
  return id
}
