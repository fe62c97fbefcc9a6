/** A token counts as expired this long before its expiry (specification 4 and 9). */
const EARLY_MS = 60_000

/** True 60 s before the expiry and later, and when no expiry is known. */
export const isExpired = (expiresAtMs: number | null, nowMs: number): boolean =>
  expiresAtMs === null || !Number.isFinite(expiresAtMs) || nowMs >= expiresAtMs - EARLY_MS
