import { eq } from 'drizzle-orm'
import type { Database } from '../../app/db/engine/database'
import { auditLog } from '../../app/db/schema/audit'
import { messages } from '../../app/db/schema/messages'
import { organizations } from '../../app/db/schema/organizations'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import type { Actor } from '../../app/domain/access'
import type { Outcome } from '../../app/domain/outcome'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
  startReview,
} from '../../app/domain/verifications/decisions/decide.server'
import type { TestServices } from './services'
import { organization, permitOf, reviewing, verification } from './verifications'

export const kindOf = (outcome: Outcome<unknown, unknown>) => outcome.kind

/** Every act on an application, whose reviewer is the test’s Dana, and what it writes. */
export function decisionActs(db: Database, test: () => { services: TestServices; dana: Actor }) {
  const ACTS = {
    start: (actor: Actor, id: string, version: number) =>
      startReview(test().services, reviewing(actor), { id, version, requestId: 'req' }),
    approve: (actor: Actor, id: string, version: number) =>
      approveVerification(test().services, reviewing(actor), {
        id,
        version,
        requestId: 'req',
        notes: 'Complete',
      }),
    reject: (actor: Actor, id: string, version: number) =>
      rejectVerification(test().services, reviewing(actor), {
        id,
        version,
        requestId: 'req',
        reason: 'Expired',
      }),
    'request-info': (actor: Actor, id: string, version: number) =>
      requestMoreInfo(test().services, reviewing(actor), {
        id,
        version,
        requestId: 'req',
        items: ['Lease', 'Charter'],
      }),
    resubmit: (actor: Actor, id: string, version: number) =>
      resubmitVerification(test().services, actor.role ? reviewing(actor) : permitOf(actor, 'setup.own'), {
        id,
        version,
        requestId: 'req',
        answer: 'Sent by courier',
      }),
  }

  const written = async () => ({
    events: await db.select().from(timelineEvents).orderBy(timelineEvents.version),
    audit: await db.select().from(auditLog),
    messages: await db.select().from(messages),
  })
  const row = async (id: string) => {
    const [found] = await db.select().from(verifications).where(eq(verifications.id, id))
    if (!found) throw new Error('gone')
    return found
  }
  const statusOf = async (organizationId: string) =>
    (await db.select().from(organizations).where(eq(organizations.id, organizationId)))[0]?.status
  const given = async (more: Partial<Parameters<typeof verification>[1]> = {}) => {
    const steppe = await organization(db)
    return { steppe, opened: await verification(db, { organizationId: steppe.id, reviewer: test().dana, ...more }) }
  }

  return { ACTS, written, row, statusOf, given }
}
