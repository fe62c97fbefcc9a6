/**
 * Calls `ask` at most once in `keptMs` and never twice at a time; other callers get the last answer, or wait for the one under way.
 * Never rejects: null when asking failed or takes longer than `waitLimitMs`.
 */
export function cachedProbe<T>(
  ask: () => Promise<T>,
  { keptMs, waitLimitMs }: { keptMs: number; waitLimitMs: number },
) {
  let askedMs = Number.NEGATIVE_INFINITY
  let asking: Promise<T | null> | null = null
  let last: T | null = null

  const begin = () => {
    askedMs = performance.now()
    asking = ask()
      .catch(() => null)
      .then((answer) => {
        last = answer
        asking = null
        return answer
      })
    return asking
  }
  return async (): Promise<T | null> => {
    if (!asking && performance.now() - askedMs < keptMs) return last
    const answer = asking ?? begin()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<null>((resolve) => (timer = setTimeout(resolve, waitLimitMs, null)))
    return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
  }
}
