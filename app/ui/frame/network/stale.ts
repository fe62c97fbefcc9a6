/** How long what is on the screen counts as fresh (specification 7). */
const FRESH_MS = 10_000

export const isStale = (loadedAtMs: number, nowMs: number): boolean => nowMs - loadedAtMs > FRESH_MS
