/** Gives the place back. */
type Leave = () => void

/**
 * Lets `atOnce` requests be worked on at once and `waiting` more wait for their turn, for `waitLimitMs` at most: who comes when
 * as many wait is told so at once. A place is null when there is none, now or in time, or when who asked has gone.
 */
export function openLine({ atOnce, waiting, waitLimitMs }: { atOnce: number; waiting: number; waitLimitMs: number }) {
  const line = new Set<() => void>()
  let busy = 0
  const leave = () => {
    busy -= 1
    const [next] = line
    next?.()
  }
  const enter = (): Leave => {
    busy += 1
    return leave
  }
  return async (gone: AbortSignal): Promise<Leave | null> => {
    if (busy < atOnce) return enter()
    if (line.size >= waiting || gone.aborted) return null
    return new Promise((resolve) => {
      const end = (place: Leave | null) => {
        line.delete(next)
        clearTimeout(limit)
        gone.removeEventListener('abort', giveUp)
        resolve(place)
      }
      const next = () => end(enter())
      const giveUp = () => end(null)
      const limit = setTimeout(giveUp, waitLimitMs)
      gone.addEventListener('abort', giveUp)
      line.add(next)
    })
  }
}
