import { DAY_MS, MINUTE_MS } from '../../../durations'
import type { Role, UserStatus, VerificationStatus } from '../../../vocabulary'
import { latestNoted } from '../../calendar'
import { mayBegin, type Reviewed } from '../verification-actions'

/** A claim without a sign of life for this long is shown as faded. */
const CLAIM_IDLE_MS = 30 * MINUTE_MS
/** Without a sign of life for this long nobody is looking any more. */
const VIEWING_MS = 90_000
/** How often an open page gives one. */
export const PRESENCE_BEAT_MS = 30_000
/** So long an application that came back waits for the one who asked. */
export const RESERVED_MS = DAY_MS

type Held = { status: VerificationStatus; reviewerId: string | null }

/** Whose claim it is; null while nobody reviews it. */
export const holderOf = ({ status, reviewerId }: Held): string | null => (status === 'under_review' ? reviewerId : null)

/** True when somebody else reviews it. */
export const isHeldByOther = (verification: Held, personId: string): boolean => {
  const holder = holderOf(verification)
  return holder !== null && holder !== personId
}

/** Whether somebody may still finish what they hold, or what is reserved for them. */
export const mayFinish = (
  { role, status }: { role: Role | null; status: UserStatus | null },
  verification: Pick<Reviewed, 'type' | 'people'>,
): boolean => status === 'active' && mayBegin({ role }, verification)

type Reservation = {
  status: VerificationStatus
  reservedFor: string | null
  reservedUntil: Date | null
  reservedForName: string | null
}

/** For whom what came back is reserved, as one person sees it; null where it is reserved for nobody, or the time is over. */
export const reservedOf = (
  { status, reservedFor, reservedUntil, reservedForName }: Reservation,
  personId: string,
  now: Date,
): { name: string; until: Date; isForMe: boolean } | null =>
  status === 'pending' && reservedFor !== null && reservedUntil !== null && reservedUntil > now
    ? { name: reservedForName ?? '', until: reservedUntil, isForMe: reservedFor === personId }
    : null

type Found = {
  verification: Held & { claimedAt: Date | null } & Omit<Reservation, 'reservedForName'>
  reviewerName: string | null
  reservedForName: string | null
  reviewerSeenAt: Date | null
  viewers: readonly { id: string; name: string }[]
}

/** Whose an application is, for whom it is reserved, and who else looks at it, as one person sees it. */
export function claimOf(found: Found, personId: string, now: Date) {
  const { verification, reviewerName, reservedForName, reviewerSeenAt, viewers } = found
  const { claimedAt } = verification
  const holder = holderOf(verification)
  return {
    isMine: holder === personId,
    holder:
      holder === null
        ? null
        : { name: reviewerName ?? '', since: claimedAt, isIdle: isIdle([claimedAt, reviewerSeenAt], now) },
    reserved: reservedOf({ ...verification, reservedForName }, personId, now),
    viewers: viewers.filter(({ id }) => id !== personId).map(({ name }) => name),
  }
}

/** When who has an application open was seen last. */
export const viewingAt = (now: Date) => ({ since: new Date(now.getTime() - VIEWING_MS), until: latestNoted(now) })

/** Neither claimed nor looked at lately; what is later than now is from before the clock was put back. */
export const isIdle = (signs: readonly (Date | null)[], now: Date): boolean =>
  signs.every((at) => at === null || at > latestNoted(now) || now.getTime() - at.getTime() >= CLAIM_IDLE_MS)
