/** Repeatable chance: the same seed gives the same world. */
export type Dice = {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(list: readonly Item[]): Item
  /** `count` items of a list, in its order. */
  some<Item>(list: readonly Item[], count: number): Item[]
  digits(count: number): string
  uuid(): string
}

export function rollDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const text = (alphabet: string, count: number) =>
    Array.from({ length: count }, () => alphabet.charAt(between(0, alphabet.length - 1))).join('')
  const hex = (count: number) => text('0123456789abcdef', count)
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (list) => itemAt(list, between(0, list.length - 1)),
    some: (list, count) => {
      const ranked = list.map((_, index) => ({ index, rank: next() })).sort((a, b) => a.rank - b.rank)
      const chosen = new Set(ranked.slice(0, count).map(({ index }) => index))
      return list.filter((_, index) => chosen.has(index))
    },
    digits: (count) => text('0123456789', count),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${text('89ab', 1)}${hex(3)}-${hex(12)}`,
  }
}

/** The item at an index, starting over at the end of the list. */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}
