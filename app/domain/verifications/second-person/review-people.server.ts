import { lockKeys } from '../../../db/limits'
import { listReviewPeople, saveReviewPeople } from '../../../db/verifications/review-people'
import type { Queries } from '../../../db/engine/database'
import type { Services } from '../../../services.server'
import { VERIFICATION_TYPES, type VerificationType } from '../../../vocabulary'
import type { Permit } from '../../access'
import { recordAudit, type AuditEntry } from '../../audit/audit.server'
import { releaseUnfinishable } from '../claims/release-claims.server'
import { lacksProof, type Dated } from '../../fresh-proof'
import { conflict, done, forbidden, unchanged, type Outcome } from '../../outcome'
import type { ReviewPeopleInput } from './review-people-input'

async function read(queries: Queries) {
  const rows = await listReviewPeople(queries)
  const types = VERIFICATION_TYPES.map((type) => {
    const row = rows.find((one) => one.type === type)
    return { type, people: row?.people ?? 1, mustOpen: row?.mustOpen ?? false, version: row?.version ?? 0 }
  })
  /** Grows with each change. */
  return { types, version: 1 + types.reduce((sum, { version }) => sum + version, 0) }
}

export type ReviewPeople = Awaited<ReturnType<typeof read>>

/** How many people decide an application of each type, and whether its documents have to be opened first. */
export const readReviewPeople = ({ db }: Pick<Services, 'db'>, _permit: Permit<'reviews.settings'>) => read(db)

/** Lets one person decide what took two, or approve what nobody has read. */
export const isLowering = ({ types }: ReviewPeople, input: ReviewPeopleInput): boolean =>
  types.some(({ type, people, mustOpen }) => input[type] < people || (mustOpen && !input.mustOpen.includes(type)))

/**
 * Changes how it is decided from the next vote on; who cannot decide alone releases what they hold. Asking for less is
 * `forbidden` without fresh proof; a conflict when the rules are others by now.
 */
export async function changeReviewPeople(
  services: Services,
  permit: Dated<'reviews.settings'>,
  { version, ...input }: ReviewPeopleInput,
  { requestId }: { requestId: string },
): Promise<Outcome<void, ReviewPeople>> {
  return services.db.transaction(async (tx): Promise<Outcome<void, ReviewPeople>> => {
    await lockKeys(tx, ['reviews'])
    const now = await read(tx)
    const changed = now.types.filter(
      ({ type, people, mustOpen }) => input[type] !== people || input.mustOpen.includes(type) !== mustOpen,
    )
    if (changed.length === 0) return unchanged
    if (version !== now.version) return conflict(now)
    if (isLowering(now, { version, ...input }) && lacksProof(permit, 'reviews.lower')) return forbidden
    for (const { type, version: seen } of changed)
      await saveReviewPeople(tx, {
        type,
        people: input[type],
        mustOpen: input.mustOpen.includes(type),
        version: seen + 1,
      })
    const before = now.types.flatMap(({ type, mustOpen }) => (mustOpen ? [type] : []))
    const after = VERIFICATION_TYPES.filter((type) => input.mustOpen.includes(type))
    const isMustOpenChanged = before.join() !== after.join()
    const counted = changed.filter(({ type, people }) => input[type] !== people)
    const entry = (
      mustOpen: VerificationType[],
      peopleOf: (one: { type: VerificationType; people: number }) => number,
    ) => ({
      ...Object.fromEntries(counted.map((one) => [one.type, peopleOf(one)])),
      ...(isMustOpenChanged && { mustOpen }),
    })
    const at = services.now()
    const by = { actor: permit.actor, at, requestId }
    const released = await releaseUnfinishable(tx, { types: counted.map(({ type }) => type) }, by)
    const edited: AuditEntry = {
      ...by,
      action: 'reviews.settings',
      objectType: 'settings',
      objectId: 'reviews',
      before: entry(before, ({ people }) => people),
      after: entry(after, ({ type }) => input[type]),
    }
    await recordAudit(tx, edited, ...released)
    return done(undefined)
  })
}
