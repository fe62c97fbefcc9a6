import { findInviteToUse } from '../../db/join'
import type { Services } from '../../services.server'
import { parseInviteCode } from '../invite-codes/invite-code'
import { LIMITS, networkOf } from '../limits/limit'
import { addHit, getHits, consumeRateLimit } from '../limits/limits.server'
import { refusalOf, roleGiven, type InviteRefusal } from './invite-use'

/** How long every answer is held back while too many wrong codes are tried (security INV-02). */
export const SLOW_ANSWER_MS = 1000

/** `holdMs`: how long to hold the answer back before sending it. */
export type VerifyInviteAnswer =
  | { kind: 'verified'; code: string; holdMs: number }
  | { kind: 'refused'; why: InviteRefusal; holdMs: number }
  /** Too many tries from this address. */
  | { kind: 'wait'; waitMs: number }

/** Whether a typed code can be used now; does not use it. */
export async function verifyInvite(
  services: Services,
  { typed, address }: { typed: string; address: string },
): Promise<VerifyInviteAnswer> {
  const triesOfAddress = { limit: LIMITS.inviteTries, subject: networkOf(address) }
  const waitMs = await services.db.transaction((tx) => consumeRateLimit(tx, services, [triesOfAddress]))
  if (waitMs > 0) return { kind: 'wait', waitMs }
  const wrongOfAll = { limit: LIMITS.wrongInvites, subject: 'all' }
  const { count } = await getHits(services.db, services, wrongOfAll)
  const holdMs = count >= LIMITS.wrongInvites.max * services.env.limitsFactor ? SLOW_ANSWER_MS : 0

  const code = parseInviteCode(typed)
  const refusal = refusalOf(code === null ? null : await findInviteToUse(services.db, code), services.now())
  if (code !== null && refusal === null) return { kind: 'verified', code, holdMs }
  if (refusal === 'unknown') await addHit(services.db, services, wrongOfAll)
  return { kind: 'refused', why: refusal ?? 'unknown', holdMs }
}

/** What a verified code is for, or why it can no longer be used. */
export async function findVerifiedInvite(services: Pick<Services, 'db' | 'now'>, code: string) {
  const invite = await findInviteToUse(services.db, code)
  const refusal = refusalOf(invite, services.now())
  if (!invite || refusal) return { refusal: refusal ?? ('unknown' satisfies InviteRefusal), invite: null }
  const { id, type, organization } = invite
  return {
    refusal: null,
    invite: { id, code, type, organizationName: organization?.name ?? null, role: roleGiven(invite) },
  }
}

export type VerifiedInvite = NonNullable<Awaited<ReturnType<typeof findVerifiedInvite>>['invite']>
