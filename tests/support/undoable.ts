import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../app/db/engine/database'
import { documents } from '../../app/db/schema/documents'
import { messages } from '../../app/db/schema/messages'
import { organizations } from '../../app/db/schema/organizations'
import { requestedItems } from '../../app/db/schema/reviews'
import { verifications } from '../../app/db/schema/verifications'
import type { Actor } from '../../app/domain/access'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
} from '../../app/domain/verifications/decisions/decide.server'
import { undoDecision } from '../../app/domain/verifications/decisions/undo.server'
import type { TestServices } from './services'
import { addDocument, organization, reviewing, verification } from './verifications'

/** The place of an act in an application of this version. */
export const at = (id: string, version: number) => ({ id, version, requestId: 'req' })

/** Decisions that may be undone, of applications whose reviewer is the test’s Olga. */
export function undoable(db: Database, test: () => { services: TestServices; olga: Actor }) {
  const DECISIONS = {
    approve: (actor: Actor, id: string, version: number) =>
      approveVerification(test().services, reviewing(actor), { ...at(id, version), notes: 'Complete' }),
    reject: (actor: Actor, id: string, version: number) =>
      rejectVerification(test().services, reviewing(actor), { ...at(id, version), reason: 'Expired' }),
    'request-info': (actor: Actor, id: string, version: number) =>
      requestMoreInfo(test().services, reviewing(actor), { ...at(id, version), items: ['Lease', 'Charter'] }),
  }
  const EACH = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]
  const undo = (actor: Actor, id: string, version: number) =>
    undoDecision(test().services, reviewing(actor), at(id, version))

  async function given(more: Partial<Parameters<typeof verification>[1]> = {}) {
    const { id: organizationId } = await organization(db)
    const opened = await verification(db, { organizationId, status: 'under_review', reviewer: test().olga, ...more })
    const document = await addDocument(db, opened)
    return { organizationId, opened, document }
  }

  /** Everything that a decision touches, without versions, which only increase. */
  async function holds(id: string, organizationId: string) {
    const [{ version: _, ...application } = { version: 0 }] = await db
      .select()
      .from(verifications)
      .where(eq(verifications.id, id))
    const [{ version: __, ...of } = { version: 0 }] = await db
      .select()
      .from(organizations)
      .where(eq(organizations.id, organizationId))
    const rows = await db.select().from(documents).where(eq(documents.verificationId, id)).orderBy(asc(documents.id))
    return {
      application,
      of,
      documents: rows,
      messages: await db.$count(messages),
      items: await db.$count(requestedItems),
    }
  }

  return { DECISIONS, EACH, undo, given, holds }
}
