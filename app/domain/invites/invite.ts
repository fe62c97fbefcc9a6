import { dayOf, endOfDay } from '../calendar'
import type { InviteStatus, InviteType } from '../../vocabulary'
import { DAY_MS } from '../../durations'

export const USES_MAX = 100_000
export const NOTES_MAX_LENGTH = 1000
export const CUSTOM_MESSAGE_MAX_LENGTH = 1000

type Uses = { usedCount: number; maximumUses: number }

/** Derived on read, never stored: used up takes precedence over expired (decisions, Invite codes). */
export function inviteStatus(invite: Uses & { expiresAt: Date | null }, now: Date): InviteStatus {
  if (invite.usedCount >= invite.maximumUses) return 'used'
  return invite.expiresAt && now >= invite.expiresAt ? 'expired' : 'active'
}

/** Percentage of uses that are taken, rounded down so that only a used-up code shows 100. */
export const usedPercent = ({ usedCount, maximumUses }: Uses): number => Math.floor((usedCount / maximumUses) * 100)

/** An instant within the last day on which the code can be used; the code expires when that day ends. */
export const lastUsableInstant = (expiresAt: Date): Date => new Date(expiresAt.getTime() - 1)

type Zoned = { timeZone: string | null; creatorTimeZone: string | null }

/** The time zone in which a code's last day ends; codes from before they had their own zone use their creator's. */
export const expiryTimeZone = ({ timeZone, creatorTimeZone }: Zoned, readerZone: string): string =>
  timeZone ?? creatorTimeZone ?? readerZone

/** The time zone for a new last day: that of the old last day, or else the editor's. */
export const newExpiryTimeZone = (invite: Zoned & { expiresAt: Date | null }, editorZone: string): string =>
  invite.expiresAt ? expiryTimeZone(invite, editorZone) : editorZone

const STAFF_CODE_DAYS = 7
const SENT_CODE_DAYS = 30

/** The default last day of a staff code, which opens the console. */
export const lastDayForStaff = (now: Date, timeZone: string): string =>
  dayOf(new Date(now.getTime() + STAFF_CODE_DAYS * DAY_MS), timeZone)

/** The last day of a code that was sent to one partner. */
const lastDayForPartner = (now: Date, timeZone: string): string =>
  dayOf(new Date(now.getTime() + SENT_CODE_DAYS * DAY_MS), timeZone)

/** Only a code that can be used is replaced or sent again. */
export type NotActive = { because: 'status'; status: InviteStatus }

/** When a code for one person expires: with the day a week from now for staff, who get into the console, else thirty days from now. */
export function personalExpiry(type: InviteType, now: Date, timeZone: string) {
  const lastDay = type === 'invite_to_user' ? lastDayForStaff(now, timeZone) : lastDayForPartner(now, timeZone)
  return { expiresAt: endOfDay(lastDay, timeZone), timeZone }
}
