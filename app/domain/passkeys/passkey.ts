import { MINUTE_MS } from '../../durations'
import { ROLES, type Role } from '../../vocabulary'

export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX_LENGTH = 60
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS

/** What a challenge is made for; it cannot be used for another purpose. */
export const PASSKEY_PURPOSES = ['add', 'prove', 'sign-in'] as const
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number]

/** Whether people of a role must use a passkey once they have one; `from` is the lowest such role, null is nobody. */
export const isPasskeyRequired = (from: Role | null, role: Role | null): boolean =>
  from !== null && role !== null && ROLES.indexOf(role) <= ROLES.indexOf(from)

/**
 * What others than the owner learn about passkeys: their number and the newest's date. Names stay private (decision 15). `rows` are newest
 * first.
 */
export const passkeySummary = (rows: readonly { createdAt: Date }[]) => ({
  total: rows.length,
  newestAt: rows[0]?.createdAt ?? null,
})
