/** Not counted: any browser sends this much, and each connection costs as much anyway. */
const UNCOUNTED_BYTES = 16 * 1024
/** Eight of the longest forms. */
const OF_ONE_BYTES = 4 * 1024 * 1024
const OF_ALL_BYTES = 64 * 1024 * 1024
/** Half, because networks cost nothing and accounts do. */
const OF_STRANGERS_BYTES = OF_ALL_BYTES / 2

/** The bytes of one form in memory, from its first byte until its answer. */
export type HeldBytes = {
  /** Holds this many bytes in place of those held before; false when they find no room. */
  resize: (sizeBytes: number) => boolean
  release: () => void
}

/**
 * Counts the bytes of all forms in memory, with a limit for one person, one for all people who are not signed in, and one for
 * everybody. Somebody signed in counts as one person, and so does one network of people who are not.
 */
export function createByteBudget() {
  const ofOne = new Map<string, number>()
  let ofAll = 0
  let ofStrangers = 0
  return (holder: () => string | null, network: () => string): HeldBytes => {
    let counted = 0
    let known: { isStranger: boolean; key: string } | undefined
    // Looked up once, and only for long forms.
    const sender = () => (known ??= ask())
    const ask = () => {
      const signedIn = holder()
      return { isStranger: signedIn === null, key: signedIn ?? network() }
    }
    const add = (more: number) => {
      if (more === 0) return
      const { isStranger, key } = sender()
      const own = (ofOne.get(key) ?? 0) + more
      if (own > 0) ofOne.set(key, own)
      else ofOne.delete(key)
      if (isStranger) ofStrangers += more
      ofAll += more
      counted += more
    }
    const fits = (more: number) => {
      const { isStranger, key } = sender()
      if (isStranger && ofStrangers + more > OF_STRANGERS_BYTES) return false
      return ofAll + more <= OF_ALL_BYTES && (ofOne.get(key) ?? 0) + more <= OF_ONE_BYTES
    }
    return {
      resize: (sizeBytes) => {
        if (sizeBytes <= UNCOUNTED_BYTES) return true
        const more = sizeBytes - counted
        if (!fits(more)) return false
        add(more)
        return true
      },
      release: () => add(-counted),
    }
  }
}
