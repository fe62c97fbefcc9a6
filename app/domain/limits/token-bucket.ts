/** A bucket that holds `burst` tokens and fills with `perSecond`. */
export type BucketRule = { burst: number; perSecond: number }

type Level = { tokens: number; atMs: number }

const MOST_KEPT = 10_000

/** Token buckets by key, in the memory of this process; full ones are dropped once there are many. */
export function openBuckets({ burst, perSecond }: BucketRule) {
  const levels = new Map<string, Level>()
  const levelOf = (key: string, nowMs: number, factor: number): number => {
    const level = levels.get(key)
    if (!level) return burst * factor
    const gained = (Math.max(0, nowMs - level.atMs) / 1000) * perSecond * factor
    return Math.min(burst * factor, level.tokens + gained)
  }
  const forgetFull = (nowMs: number, factor: number) => {
    for (const key of levels.keys()) if (levelOf(key, nowMs, factor) >= burst * factor) levels.delete(key)
  }
  return {
    /**
     * Takes `wanted` tokens and returns 0, or takes none and returns the milliseconds until they are available. A cost above the burst
     * waits for a full bucket and empties it. `factor` multiplies both the burst and the rate.
     */
    take(key: string, wanted: number, nowMs: number, factor = 1): number {
      const cost = Math.min(wanted, burst * factor)
      const tokens = levelOf(key, nowMs, factor)
      if (tokens < cost) return Math.ceil(((cost - tokens) / (perSecond * factor)) * 1000)
      if (levels.size >= MOST_KEPT) forgetFull(nowMs, factor)
      levels.set(key, { tokens: tokens - cost, atMs: nowMs })
      return 0
    },
  }
}
