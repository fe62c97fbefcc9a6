/** What any browser sends, and what each connection costs anyway, counts for nothing. */
const UNCOUNTED_BYTES = 16 * 1024
/** Eight of the longest forms of one person. */
const OF_ONE_BYTES = 4 * 1024 * 1024
const OF_ALL_BYTES = 64 * 1024 * 1024

/** The bytes of a form in memory, from the first one to its answer. */
export type Held = {
  /** Says whether so many find room, in place of those before. */
  resize: (sizeBytes: number) => boolean
  release: () => void
}

/** Counts the bytes of all forms in memory: no more at once for one person, and for everybody, than a small machine has. */
export function countHeldBytes() {
  const ofOne = new Map<string, number>()
  let ofAll = 0
  return (whose: () => string): Held => {
    let counted = 0
    const add = (more: number) => {
      if (more === 0) return
      const key = whose()
      const own = (ofOne.get(key) ?? 0) + more
      if (own > 0) ofOne.set(key, own)
      else ofOne.delete(key)
      ofAll += more
      counted += more
    }
    return {
      resize: (sizeBytes) => {
        if (sizeBytes <= UNCOUNTED_BYTES) return true
        const more = sizeBytes - counted
        if (ofAll + more > OF_ALL_BYTES || (ofOne.get(whose()) ?? 0) + more > OF_ONE_BYTES) return false
        add(more)
        return true
      },
      release: () => add(-counted),
    }
  }
}
