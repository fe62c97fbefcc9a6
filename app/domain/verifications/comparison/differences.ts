import { BRANCHES, type Snapshot } from '../../organizations/snapshot'

/** A piece of a text, and whether it stands in both or only in the one. */
export type Part = { text: string; isSame: boolean }

const WORDS = /[\p{L}\p{N}\p{M}]+|\p{Script=Han}|[^\p{L}\p{N}\p{M}]/gu
const splitWords = (text: string): string[] =>
  (text.match(WORDS) ?? []).flatMap((word) => (/\p{Script=Han}/u.test(word) ? [...word] : [word]))

/** Longer texts are compared as a whole: the table of pairs would cost more than it tells. */
const WORDS_MAX = 400

/** Both texts in pieces, word by word; what stands in both is said to be the same. */
export function wordDifferences(before: string, after: string): { before: Part[]; after: Part[] } {
  const [old, now] = [splitWords(before), splitWords(after)]
  if (before === after || old.length > WORDS_MAX || now.length > WORDS_MAX)
    return { before: whole(before, before === after), after: whole(after, before === after) }
  const lengths = commonLengths(old, now)
  const [left, right]: [Part[], Part[]] = [[], []]
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [one, other] = [old[i], now[j]]
    if (one !== undefined && one === other) {
      push(left, one, true)
      push(right, one, true)
      i += 1
      j += 1
    } else if (other === undefined || (one !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      push(left, one ?? '', false)
      i += 1
    } else {
      push(right, other, false)
      j += 1
    }
  }
  return { before: left, after: right }
}

const whole = (text: string, isSame: boolean): Part[] => (text === '' ? [] : [{ text, isSame }])

function push(parts: Part[], text: string, isSame: boolean): void {
  const last = parts.at(-1)
  if (last?.isSame === isSame) last.text += text
  else parts.push({ text, isSame })
}

const at = (lengths: readonly number[][], i: number, j: number): number => lengths[i]?.[j] ?? 0

/** How many words the rest of both texts have in common, from each pair of places on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0))
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = lengths[i]
      if (row)
        row[j] =
          old[i] === now[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1))
    }
  return lengths
}

type Row = Readonly<Record<string, unknown>>

/** One value by `step.name`, or by `contact.name` in one branch, which is named by what it was called before or is now. */
export type Compared = { key: string; branch: string | null; before: unknown; after: unknown; isChanged: boolean }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
const rowsOf = (snapshot: Snapshot): Row[] => {
  const rows = snapshot[BRANCHES]
  return Array.isArray(rows) ? rows : []
}

/** Every value of two snapshots, each once, in the order of the newer one. */
export function compareSnapshots(before: Snapshot, after: Snapshot): Compared[] {
  const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  return keys.flatMap((key): Compared[] =>
    key === BRANCHES
      ? compareBranches(rowsOf(before), rowsOf(after))
      : [
          {
            key,
            branch: null,
            before: before[key] ?? null,
            after: after[key] ?? null,
            isChanged: !isSame(before[key], after[key]),
          },
        ],
  )
}

/** A branch is the same one where all of it is, else where it has the same name, else in the order of what is left. */
export function pairBranches(before: readonly Row[], after: readonly Row[]): [old?: Row, now?: Row][] {
  const left = [...before]
  const take = (fits: (row: Row) => boolean): Row | undefined => {
    const index = left.findIndex(fits)
    return index < 0 ? undefined : left.splice(index, 1)[0]
  }
  const same = after.map((row) => take((old) => isSame(old, row)))
  const named = after.map((row, index) => same[index] ?? take((old) => old.name === row.name))
  const pairs = after.map((row, index): [Row | undefined, Row] => [named[index] ?? take(() => true), row])
  return [...pairs, ...left.map((row): [Row] => [row])]
}

const compareBranches = (before: readonly Row[], after: readonly Row[]): Compared[] =>
  pairBranches(before, after).flatMap(([old, now]) =>
    Object.keys(now ?? old ?? {}).map((name) => ({
      key: `contact.${name}`,
      branch: String(now?.name ?? old?.name ?? ''),
      before: old?.[name] ?? null,
      after: now?.[name] ?? null,
      isChanged: !isSame(old?.[name], now?.[name]),
    })),
  )
