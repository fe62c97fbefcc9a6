/** How long a loaded page counts as fresh (specification 7). */
const FRESH_MS = 10_000

export const isStale = (loadedAtMs: number, nowMs: number): boolean => nowMs - loadedAtMs > FRESH_MS
