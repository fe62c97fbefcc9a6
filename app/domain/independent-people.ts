/** So long whoever gave somebody their access is no second person to them (decisions, Recovery takes two and a day). */
export const INDEPENDENT_AFTER_DAYS = 7

/** That one person gave another their access: let them in, gave a role, opened it again or moved their number. */
export type AccessGiven = { by: string; to: string }

/** Who gave it of a first and a second person: one to the other, or both have it through others who are not independent. */
export type DependenceHow = 'first' | 'second' | 'shared'

/** Why somebody is no second person; `name` is that of the first. */
export type Dependence = { how: DependenceHow; name: string }

/** Why two people are not independent by what was given lately; null when they are. */
export function dependenceIn(given: readonly AccessGiven[], firstId: string, secondId: string): DependenceHow | null {
  const isGiven = (by: string, to: string) => given.some((one) => one.by === by && one.to === to)
  if (isGiven(firstId, secondId)) return 'first'
  if (isGiven(secondId, firstId)) return 'second'
  const behindFirst = peopleBehind(given, firstId)
  return peopleBehind(given, secondId).some((id) => behindFirst.includes(id)) ? 'shared' : null
}

/** A person, who gave them their access, who gave it to those, and so on. */
function peopleBehind(given: readonly AccessGiven[], id: string): string[] {
  const found = new Set([id])
  for (const person of found) for (const { by, to } of given) if (to === person) found.add(by)
  return [...found]
}
