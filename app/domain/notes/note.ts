import { MINUTE_MS } from '../../durations'

/** How long its author may change a note; after that they can only add another. */
const NOTE_EDIT_MINUTES = 5
export const NOTE_EDIT_MS = NOTE_EDIT_MINUTES * MINUTE_MS

/** The most people that one note may mention. */
export const MENTIONS_MAX = 20

type Named = { id: string; name: string }

/** Chinese has no spaces, so Chinese characters may touch a name. */
const WORD = /(?!\p{Script=Han})[\p{L}\p{N}\p{M}_]/u

/** The sign before a mentioned name, including the one of Chinese keyboards. */
export const MENTION_SIGN = /[@＠]/

/**
 * The people whom a text mentions as `@Name`. If one name begins another, the longer one is meant. Of several people with the same name,
 * those already `chosen` are meant, or else all of them.
 */
export function mentionedIn<Person extends Named>(
  text: string,
  people: readonly Person[],
  chosen: readonly string[] = [],
): Person[] {
  const byLength = [...people].sort((one, other) => other.name.length - one.name.length)
  const found = new Set<Person>()
  for (const { index: at } of text.matchAll(new RegExp(MENTION_SIGN, 'g'))) {
    if (at > 0 && WORD.test(text[at - 1] ?? '')) continue
    const rest = text.slice(at + 1)
    const name = byLength.find((person) => begins(rest, person.name))?.name.toLowerCase()
    if (name === undefined) continue
    const named = people.filter((person) => person.name.toLowerCase() === name)
    const meant = named.filter(({ id }) => chosen.includes(id))
    for (const person of meant.length > 0 ? meant : named) found.add(person)
  }
  return [...found]
}

function begins(text: string, name: string): boolean {
  if (name === '' || text.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return false
  const [next] = text.slice(name.length)
  return next === undefined || !WORD.test(next)
}
