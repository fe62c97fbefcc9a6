import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { auditLog } from '../../app/db/schema/audit'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { grant, type Actor } from '../../app/domain/access'
import { approveVerification, rejectVerification } from '../../app/domain/verifications/decisions/decide.server'
import { rollDice, type Dice } from '../../app/demo/dice'
import type { Services } from '../../app/services.server'

/** `broken`: pairs without exactly one outcome, one timeline event and one audit row. */
export type DecisionRaces = { pairs: number; approved: number; rejected: number; broken: number }

const VERSION = 2

/**
 * Two reviewers decide one application at once, one approving and one rejecting, repeatedly. The seed decides who does which, and
 * which of the two starts first.
 */
export async function raceDecisions(
  services: Services,
  {
    organizationId,
    reviewers,
    pairs,
    seed,
  }: { organizationId: string; reviewers: readonly [Actor, Actor]; pairs: number; seed: number },
): Promise<DecisionRaces> {
  const dice = rollDice(seed)
  const found: DecisionRaces = { pairs, approved: 0, rejected: 0, broken: 0 }
  for (let pair = 0; pair < pairs; pair += 1) {
    const id = await openApplication(services, organizationId, reviewers[0].id)
    const seen = { id, version: VERSION, requestId: 'races' }
    const [first, second] = dice.chance(0.5) ? reviewers : [reviewers[1], reviewers[0]]
    const approve = () => approveVerification(services, permitOf(first), { ...seen, notes: null })
    const reject = () => rejectVerification(services, permitOf(second), { ...seen, reason: 'Unreadable' })
    const outcomes = await begunAsDrawn(services, dice, approve, reject)
    const done = outcomes.filter(({ kind }) => kind === 'done').length
    const lost = outcomes.filter(({ kind }) => kind === 'conflict').length
    const status = await statusOf(services, id)
    if (status === 'approved') found.approved += 1
    if (status === 'rejected') found.rejected += 1
    const events = await services.db.$count(timelineEvents, eq(timelineEvents.verificationId, id))
    const rows = await services.db.$count(
      auditLog,
      and(eq(auditLog.objectType, 'verification'), eq(auditLog.objectId, id)),
    )
    const isDecided = status === (outcomes[0].kind === 'done' ? 'approved' : 'rejected')
    if (done !== 1 || lost !== 1 || events !== 1 || rows !== 1 || !isDecided) found.broken += 1
  }
  return found
}

/**
 * Both at once, the one or the other begun first; answered in the order they are named. What the other looks up before its
 * transaction would otherwise always let the one be first.
 */
async function begunAsDrawn<One, Other>(
  { db }: Pick<Services, 'db'>,
  dice: Dice,
  one: () => Promise<One>,
  other: () => Promise<Other>,
) {
  if (dice.chance(0.5)) return Promise.all([one(), other()])
  const begun = other()
  for (let trips = dice.between(1, 6); trips > 0; trips -= 1) await db.execute(sql`select 1`)
  return Promise.all([one(), begun])
}

function permitOf(actor: Actor) {
  const permit = grant(actor, 'verifications.review')
  if (!permit) throw new Error('A reviewer may not review')
  return permit
}

async function openApplication({ db, now }: Services, organizationId: string, reviewerId: string): Promise<string> {
  const id = randomUUID()
  const row = { id, organizationId, type: 'address_change', status: 'under_review', reviewerId } as const
  await db.insert(verifications).values({ ...row, submittedAt: now(), version: VERSION })
  return id
}

const statusOf = async ({ db }: Services, id: string) =>
  (await db.select({ status: verifications.status }).from(verifications).where(eq(verifications.id, id)))[0]?.status
