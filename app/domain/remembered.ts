/** What was worked out before, by what it was worked out from: so many at most, of which the first makes room. */
export type Remembered = { get: (key: string) => string | undefined; set: (key: string, text: string) => void }

export function remembered(atMost: number): Remembered {
  const known = new Map<string, string>()
  return {
    get: (key) => known.get(key),
    set(key, text) {
      const [first = ''] = known.keys()
      if (known.size >= atMost && !known.has(key)) known.delete(first)
      known.set(key, text)
    },
  }
}
