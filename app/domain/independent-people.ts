/** For this long, whoever gave a person their access cannot act as second person for them (decisions, Recovery takes two and a day). */
export const INDEPENDENT_AFTER_DAYS = 7

/** One person gave another their access: let them in, gave a role, restored it or moved their number. */
export type AccessGiven = { by: string; to: string }

/** How two people depend on each other: the first gave the second access, the reverse, or both have it from a shared origin. */
export type DependenceHow = 'first' | 'second' | 'shared'

/** Why somebody cannot be the second person; `name` is the first person's. */
export type Dependence = { how: DependenceHow; name: string }

/** How two people depend on each other by recently given access; null when they are independent. */
export function dependenceIn(given: readonly AccessGiven[], firstId: string, secondId: string): DependenceHow | null {
  const isGiven = (by: string, to: string) => given.some((one) => one.by === by && one.to === to)
  if (isGiven(firstId, secondId)) return 'first'
  if (isGiven(secondId, firstId)) return 'second'
  const behindFirst = peopleBehind(given, firstId)
  return peopleBehind(given, secondId).some((id) => behindFirst.includes(id)) ? 'shared' : null
}

/** A person, whoever gave them access, whoever gave those access, and so on. */
function peopleBehind(given: readonly AccessGiven[], id: string): string[] {
  const found = new Set([id])
  for (const person of found) for (const { by, to } of given) if (to === person) found.add(by)
  return [...found]
}
