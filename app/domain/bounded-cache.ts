/** A cache of texts by the key that they were derived from; when it is full, the oldest entry makes room. */
export type BoundedCache = { get: (key: string) => string | undefined; set: (key: string, text: string) => void }

export function boundedCache(atMost: number): BoundedCache {
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
