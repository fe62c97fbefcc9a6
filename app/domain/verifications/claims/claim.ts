import { DAY_MS, MINUTE_MS } from '../../../durations'
import type { Role, UserStatus, VerificationStatus } from '../../../vocabulary'
import { latestNoted } from '../../calendar'
import { mayBegin, type Reviewed } from '../verification-actions'

/** A claim whose holder has not been seen for this long is shown as idle. */
const CLAIM_IDLE_MS = 30 * MINUTE_MS
/** A person not seen for this long is no longer viewing. */
const VIEWING_MS = 90_000
/** How often an open page reports its viewer. */
export const PRESENCE_BEAT_MS = 30_000
/** How long an application that came back is reserved for the reviewer who asked for more. */
export const RESERVED_MS = DAY_MS

type Held = { status: VerificationStatus; reviewerId: string | null }

/** The holder of a review; null while nobody reviews it. */
export const holderOf = ({ status, reviewerId }: Held): string | null => (status === 'under_review' ? reviewerId : null)

/** True when somebody else reviews it. */
export const isHeldByOther = (verification: Held, personId: string): boolean => {
  const holder = holderOf(verification)
  return holder !== null && holder !== personId
}

/** Whether somebody may still finish a review that they hold or that is reserved for them. */
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

/** For whom an application is reserved, as one person sees it; null when it is not reserved or the time is over. */
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

/** Who holds an application, for whom it is reserved, and who else views it, as one person sees it. */
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

/** The interval in which a viewer must have been seen last. */
export const viewingAt = (now: Date) => ({ since: new Date(now.getTime() - VIEWING_MS), until: latestNoted(now) })

/** Neither claimed nor viewed recently; times later than now are from before the clock was put back. */
export const isIdle = (signs: readonly (Date | null)[], now: Date): boolean =>
  signs.every((at) => at === null || at > latestNoted(now) || now.getTime() - at.getTime() >= CLAIM_IDLE_MS)
