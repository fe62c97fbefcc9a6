/** Gives the place back. */
type Leave = () => void

type Waiting = { letIn: () => void; turnAway: () => void }

type Limits = {
  atOnce: number
  /** How many of these places one person may hold; all of them when left out. */
  ofOne?: number
  /** Says whose requests make room for others when the queue is full; nobody's when left out. */
  yields?: (whose: string) => boolean
  /** The longest the queue may get. */
  waiting: number
  /** Shortens the queue so that its last request is expected to be let in within this time, judged by the pace of late. */
  maxExpectedWaitMs: number
  /** A request that has waited this long is turned away whatever was expected: no mean foretells a standstill. */
  waitLimitMs: number
}

/** Weight of the newest interval in the moving average of the pace. */
const NEWEST = 0.1

/**
 * Works on `atOnce` requests at a time and queues the others, as many as can be served in time. People take turns round robin, each
 * with their own requests in order. When the queue is full, somebody who `yields` loses their last request to somebody who does not,
 * or else whoever has most waiting to whoever has fewer; against the others, those who yield count as one. Anybody else is turned away
 * at once. The function that it gives resolves to {@link Leave}, to call when the request is done, or to null when it is turned away,
 * has waited for `waitLimitMs`, or its sender has gone.
 */
export function createAdmissionQueue({
  atOnce,
  ofOne,
  yields = () => false,
  waiting,
  maxExpectedWaitMs,
  waitLimitMs,
}: Limits) {
  /** Waiting requests by person, in the order of turns. */
  const lines = new Map<string, Set<Waiting>>()
  /** Places that each person holds; kept only where there is a limit for one person. */
  const held = new Map<string, number>()
  let busy = 0
  let size = 0
  /** Mean time between two places given back while somebody waits; 0 until that is known. */
  let paceMs = 0
  let lastLeftMs: number | null = null

  const isFull = () => size >= waiting || size * paceMs > maxExpectedWaitMs
  const mayEnter = (whose: string) => ofOne === undefined || (held.get(whose) ?? 0) < ofOne
  const hold = (whose: string, more: number) => {
    const count = (held.get(whose) ?? 0) + more
    if (count > 0) held.set(whose, count)
    else held.delete(whose)
  }
  const letNextIn = () => {
    if (lines.size === 0) {
      paceMs = 0
      lastLeftMs = null
      return
    }
    const nowMs = performance.now()
    paceMs += (nowMs - (lastLeftMs ?? nowMs) - paceMs) * NEWEST
    lastLeftMs = nowMs
    for (const [whose, own] of lines) {
      if (!mayEnter(whose)) continue
      lines.delete(whose)
      lines.set(whose, own)
      const [first] = own
      return first?.letIn()
    }
  }
  const enter = (whose: string | null): Leave => {
    busy += 1
    if (whose !== null) hold(whose, 1)
    return () => {
      busy -= 1
      if (whose !== null) hold(whose, -1)
      letNextIn()
    }
  }
  const makeRoom = (whose: string): boolean => {
    const ownSize = lines.get(whose)?.size ?? 0
    const yielding = [...lines].filter(([other]) => yields(other)).map(([, own]) => own)
    const others = [...lines].filter(([other]) => !yields(other)).map(([, own]) => own)
    const giving = yields(whose)
      ? (longest(yielding, ownSize + 1) ?? longest(others, sizeOf(yielding) + 1))
      : (longest(yielding, 0) ?? longest(others, ownSize + 1))
    if (!giving) return false
    ;[...giving].at(-1)?.turnAway()
    return true
  }
  const join = (whose: string, one: Waiting) => {
    lines.set(whose, (lines.get(whose) ?? new Set()).add(one))
    size += 1
  }
  const part = (whose: string, one: Waiting) => {
    const own = lines.get(whose)
    if (!own?.delete(one)) return
    size -= 1
    if (own.size === 0) lines.delete(whose)
  }

  return async (gone: AbortSignal, whoseIs: () => string): Promise<Leave | null> => {
    if (busy < atOnce && ofOne === undefined) return enter(null)
    if (gone.aborted) return null
    const whose = whoseIs()
    const holder = ofOne === undefined ? null : whose
    if (busy < atOnce && mayEnter(whose)) return enter(holder)
    if (isFull() && !makeRoom(whose)) return null
    return new Promise((resolve) => {
      const end = (place: Leave | null) => {
        part(whose, one)
        clearTimeout(limit)
        gone.removeEventListener('abort', one.turnAway)
        resolve(place)
      }
      const one = { letIn: () => end(enter(holder)), turnAway: () => end(null) }
      const limit = setTimeout(one.turnAway, waitLimitMs)
      gone.addEventListener('abort', one.turnAway)
      join(whose, one)
    })
  }
}

const sizeOf = (lines: readonly Set<Waiting>[]): number => lines.reduce((sum, { size }) => sum + size, 0)

/** The longest of the lines with more than `atMost` requests, the last in turn among equals; undefined when there is none. */
const longest = (lines: readonly Set<Waiting>[], atMost: number): Set<Waiting> | undefined =>
  lines
    .filter(({ size }) => size > atMost)
    .toSorted((one, other) => one.size - other.size)
    .at(-1)
