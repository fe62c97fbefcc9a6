import { setImmediate as nextTurn } from 'node:timers/promises'

/** At most this many turns of the event loop go to new requests before the next page is drawn. */
const TURNS_MAX = 8

/**
 * Begins requests one after the other, each in its own turn of the event loop, and not while others still come in. Node accepts
 * one new connection a turn, so long turns would keep everybody waiting outside, health probes too.
 */
export function openTurns() {
  let arrivals = 0
  let last = Promise.resolve()
  const begin = async () => {
    await nextTurn()
    for (let turns = 0, seen = -1; turns < TURNS_MAX && seen !== arrivals; turns += 1) {
      seen = arrivals
      await nextTurn()
    }
  }
  return {
    countArrival: () => void (arrivals += 1),
    /** Resolves when it is the caller's turn, in the order of the calls. */
    next: (): Promise<void> => (last = last.then(begin)),
  }
}
