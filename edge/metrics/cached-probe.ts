/**
 * Asks once in `keptMs`, one question at a time; who asks meanwhile is told what was answered last. Null while there is no answer:
 * when asking failed, or takes longer than `waitLimitMs`.
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
