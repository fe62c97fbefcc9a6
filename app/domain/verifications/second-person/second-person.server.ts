import type { Queries } from '../../../db/engine/database'
import { isStillActive } from '../../../db/users/user-changes'
import { findPrepared } from '../../../db/verifications/prepared-decisions'
import {
  findLatestEvent,
  findToDecide,
  type VerificationToDecide,
} from '../../../db/verifications/verification-decisions'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import type { Fresh } from '../../fresh-proof'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../../outcome'
import { isHiddenFrom, type Decided } from '../decisions/carry-out.server'
import { approveVerification, rejectVerification } from '../decisions/decide.server'
import type { DecisionTarget } from '../decisions/decision'
import { returnPreparedIn } from './prepare.server'
import { isTwoPersonAction, type PreparedInput } from './second-person'
import { permissionToAgree } from '../verification-actions'
import { DECIDED_STATUSES } from '../../../vocabulary'
import { isUuid } from '../../../uuid'

/** Carries out what somebody else prepared, in their words. Refusals as of the decision itself. */
export async function agreeToPrepared(
  services: Services,
  permit: Fresh<'verifications.review'>,
  target: DecisionTarget,
): Promise<Decided | Outcome<never, null>> {
  if (!isUuid(target.id)) return missing
  const vote = await findPrepared(services.db, target.id, target.version)
  if (!vote) return (await hasEnded(services.db, permit, target, DECIDED_STATUSES)) ? unchanged : conflict(null)
  const { typed } = vote.input as PreparedInput
  const agreeing = { ...target, agrees: true }
  return vote.action === 'approve'
    ? approveVerification(services, permit, { ...agreeing, notes: typed.notes || null })
    : rejectVerification(services, permit, {
        ...agreeing,
        reason: typed.reason ?? '',
        template: typed.template || null,
        about: typed.about || null,
      })
}

/** Whether this person ended the vote on this version by one of these events, with this note, and nothing has happened since. */
async function hasEnded(
  queries: Queries,
  { actor }: Permit<'verifications.review'>,
  { id, version }: DecisionTarget,
  events: readonly string[],
  note?: string,
): Promise<boolean> {
  const latest = await findLatestEvent(queries, id)
  if (latest?.version !== version + 1 || latest.actorId !== actor.id || !events.includes(latest.event)) return false
  return note === undefined || latest.note === note
}

/** The application that somebody leaves for the next one of the queue. */
export type LeftApplication = Pick<VerificationToDecide, 'submittedAt' | 'organizationName'>

/** Gives it back with a note. Only who might have agreed; refusals: `forbidden`, `missing`, `conflict` when it was overtaken. */
export function returnPrepared(
  services: Services,
  permit: Permit<'verifications.review'>,
  { note, ...target }: DecisionTarget & { note: string },
): Promise<Outcome<LeftApplication, null>> {
  return services.db.transaction(async (tx): Promise<Outcome<LeftApplication, null>> => {
    const { actor } = permit
    if (!isUuid(target.id)) return missing
    if (!(await isStillActive(tx, actor))) return forbidden
    const verification = await findToDecide(tx, target.id)
    if (!verification || isHiddenFrom(actor, target, verification)) return missing
    const may = permissionToAgree(actor, verification, 'reject')
    if (may === 'role' || may === 'conflict-of-interest') return forbidden
    const vote = await findPrepared(tx, target.id, target.version)
    if (vote?.actorId === actor.id) return forbidden
    const version = await returnPreparedIn(tx, { services, actor, target }, verification, note)
    if (version !== null) return done(verification)
    return (await hasEnded(tx, permit, target, ['returned'], note)) ? unchanged : conflict(null)
  })
}

/** What a vote that waits is for, and the version it waits on; both null when none does. */
export async function findPreparedVote(
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'verifications.review'>,
  id: string,
) {
  const verification = isUuid(id) ? await findToDecide(db, id) : null
  const vote = verification && (await findPrepared(db, id, verification.version))
  return { version: vote?.version ?? null, action: vote && isTwoPersonAction(vote.action) ? vote.action : null }
}
