import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations'

/**
 * At most `max` in any span of `windowMs`; hits are stored per `grainMs`. `isPace` marks the console's own schedules: they refuse nobody,
 * and LIMITS_FACTOR does not change them.
 */
export type Limit = { name: string; max: number; windowMs: number; grainMs: number; isPace?: true }

/** Hits in one grain of time. */
type Hits = { atMs: number; count: number }

const FINE_MS = 1000

/** Every limit of the product that is counted over time (decisions, Sign-in; security OTP-09, OTP-11, OTP-16, INV-06). */
export const LIMITS = {
  codesPerPhoneHour: { name: 'codes-phone-hour', max: 5, windowMs: HOUR_MS, grainMs: FINE_MS },
  codesPerPhoneDay: { name: 'codes-phone-day', max: 10, windowMs: DAY_MS, grainMs: FINE_MS },
  codesPerPhoneAndNetwork: { name: 'codes-phone-network', max: 5, windowMs: DAY_MS, grainMs: FINE_MS },
  codesPerInvite: { name: 'codes-invite', max: 200, windowMs: DAY_MS, grainMs: MINUTE_MS },
  codesPerPersonDay: { name: 'codes-person-day', max: 60, windowMs: DAY_MS, grainMs: FINE_MS },
  codesPerAddress: { name: 'codes-address', max: 20, windowMs: HOUR_MS, grainMs: FINE_MS },
  codesPerDevice: { name: 'codes-device', max: 10, windowMs: HOUR_MS, grainMs: FINE_MS },
  signInCodesDelivered: { name: 'codes-delivered', max: 1500, windowMs: DAY_MS, grainMs: MINUTE_MS },
  joinCodesDelivered: { name: 'join-codes-delivered', max: 500, windowMs: DAY_MS, grainMs: MINUTE_MS },
  codesNeverEntered: { name: 'codes-never-entered', max: 50, windowMs: DAY_MS, grainMs: MINUTE_MS },
  wrongCodes: { name: 'wrong-codes', max: 50, windowMs: DAY_MS, grainMs: FINE_MS },
  wrongCodesPerAddress: { name: 'wrong-codes-address', max: 30, windowMs: HOUR_MS, grainMs: FINE_MS },
  wrongCodesOverall: { name: 'wrong-codes-overall', max: 300, windowMs: HOUR_MS, grainMs: MINUTE_MS },
  comparedInAlarm: { name: 'compared-in-alarm', max: 60, windowMs: MINUTE_MS, grainMs: FINE_MS },
  proofCodesPerDay: { name: 'proof-codes-day', max: 40, windowMs: DAY_MS, grainMs: FINE_MS },
  recoveryPerAddress: { name: 'recovery-address', max: 5, windowMs: HOUR_MS, grainMs: FINE_MS },
  invitesPerStaff: { name: 'invites-staff', max: 50, windowMs: DAY_MS, grainMs: FINE_MS },
  invitesPerRecipient: { name: 'invites-recipient', max: 5, windowMs: DAY_MS, grainMs: FINE_MS },
  mailingsPerStaff: { name: 'mailings-staff', max: 2, windowMs: DAY_MS, grainMs: FINE_MS },
  recoveryPerWideNetwork: { name: 'recovery-wide', max: 20, windowMs: DAY_MS, grainMs: FINE_MS },
  recoveryPerOldPhone: { name: 'recovery-phone', max: 3, windowMs: DAY_MS, grainMs: FINE_MS },
  recoveryPerNewPhone: { name: 'recovery-new-phone', max: 3, windowMs: DAY_MS, grainMs: FINE_MS },
  strangersPerOldPhone: { name: 'strangers-phone', max: 12, windowMs: DAY_MS, grainMs: FINE_MS },
  strangersPerNewPhone: { name: 'strangers-new-phone', max: 12, windowMs: DAY_MS, grainMs: FINE_MS },
  recoveryOverall: { name: 'recovery-overall', max: 1000, windowMs: DAY_MS, grainMs: MINUTE_MS },
  staffNotifications: { name: 'staff-news', max: 100, windowMs: DAY_MS, grainMs: FINE_MS },
  mentionsOfPerson: { name: 'mentions', max: 20, windowMs: DAY_MS, grainMs: FINE_MS },
  failedSignIns: { name: 'failed-sign-ins', max: 10_000, windowMs: DAY_MS, grainMs: MINUTE_MS },
  readings: { name: 'readings', max: 1, windowMs: HOUR_MS, grainMs: FINE_MS, isPace: true },
  inviteTries: { name: 'invite-tries', max: 30, windowMs: 10 * MINUTE_MS, grainMs: FINE_MS },
  documentSweepsBegun: { name: 'document-sweeps-begun', max: 1, windowMs: HOUR_MS, grainMs: MINUTE_MS, isPace: true },
  documentSweeps: { name: 'document-sweeps', max: 1, windowMs: 20 * HOUR_MS, grainMs: MINUTE_MS, isPace: true },
  vacuums: { name: 'vacuums', max: 1, windowMs: 20 * HOUR_MS, grainMs: MINUTE_MS, isPace: true },
  wrongInvites: { name: 'wrong-invites', max: 1000, windowMs: HOUR_MS, grainMs: MINUTE_MS },
} as const satisfies Record<string, Limit>

/** How many of a day's sign-in codes are reserved for open sessions and for browsers that have signed in before. */
export const CODES_KEPT_FOR_TRUSTED = 300

/** How many of a person's daily notification messages are reserved for recovery requests, which come once an hour. */
export const NEWS_KEPT_FOR_RECOVERY = 24

/** How many of a day's recovery requests are reserved for people who have signed in with that browser or from that network. */
export const RECOVERY_KEPT_FOR_KNOWN = 200

/** Milliseconds until one more hit stays within the limit, 0 when it does now. Hits in the future count as now. */
export function msUntilRoom(limit: Limit, max: number, hits: readonly Hits[], nowMs: number): number {
  const within = hits
    .map(({ atMs, count }) => ({ atMs: Math.min(atMs, nowMs), count }))
    .filter((hit) => hit.atMs + limit.windowMs > nowMs)
    .sort((a, b) => a.atMs - b.atMs)
  let left = within.reduce((sum, hit) => sum + hit.count, 0)
  if (left < max) return 0
  for (const hit of within) {
    left -= hit.count
    if (left < max) return hit.atMs + limit.windowMs - nowMs
  }
  return limit.windowMs
}

/** What counts as one address: an IPv6 network of 64 bits, or the whole IPv4 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array<string>(missing).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** The network that a provider assigns as one block: 48 bits of an IPv6 address, 24 of an IPv4 one. */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address)
  return network.endsWith('::/64') ? network.split(':').slice(0, 3).join(':') : network.replace(/\.\d+$/, '')
}

/** A number without its last four digits: fraudsters buy numbers in such blocks. */
export const phonePrefix = (phone: string): string => phone.slice(0, -4)
