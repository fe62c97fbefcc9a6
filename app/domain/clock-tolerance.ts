/** Replicas differ by less than this; what is later than that is from before the clock was put back. */
export const CLOCK_TOLERANCE_MS = 60_000
