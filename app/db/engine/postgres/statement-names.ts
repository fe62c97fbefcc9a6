import { isPreparable } from '../prepared'

/** A connection keeps at most this many plans: filters and lists of ids make new texts without end. */
const MOST_NAMES = 300
const MOST_WATCHED = 1000

/**
 * Names statements that are repeated, so that a connection parses and plans each of them once. Returns undefined for a text seen for the
 * first time, for one that is not a single plain statement or that searches by a text, and when there are enough names.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const watched = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name || names.size === MOST_NAMES || !isPreparable(text)) return name
    if (!watched.delete(text)) {
      if (watched.size === MOST_WATCHED) watched.clear()
      watched.add(text)
      return undefined
    }
    const next = `s${names.size + 1}`
    names.set(text, next)
    return next
  }
}
