import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many turns at most are given to whoever comes in before the next page is drawn. */
const TURNS_MAX = 8

/**
 * Requests begin one after the other, each in a turn of the event loop of its own, and not while others still come in. Node takes
 * in one new connection a turn: long turns would leave everybody at the door, probes too.
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
    /** Resolves in the turn of who asks, in order. */
    next: (): Promise<void> => (last = last.then(begin)),
  }
}
