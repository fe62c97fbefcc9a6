import { maskedPhone } from '../phones/masked-phone'

export type Changes = { before: Record<string, unknown>; after: Record<string, unknown> }

type Fields = Record<string, unknown>
type Stored = { organization: Fields; branches: readonly Fields[]; brand: Fields | null }
type Section =
  | { step: 'removeBrand' }
  | { step: 'contact'; input: readonly Fields[] }
  | { step: 'brand'; input: Fields | null }
  | { step: 'basic' | 'coverage' | 'orders' | 'hours' | 'settings'; input: Fields }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** For the audit log: what changed and nothing else, phones masked and no e-mails; null when nothing did. */
export function changesOf(section: Section, { organization, branches, brand }: Stored): Changes | null {
  switch (section.step) {
    case 'removeBrand':
      return { before: { brand: brand?.name }, after: { brand: null } }
    case 'brand':
      return section.input && differences(brand ?? {}, section.input, { brand: section.input.name })
    case 'contact':
      return branchChanges(branches, section.input)
    default:
      return differences(organization, section.input, {})
  }
}

function differences(stored: Fields, input: Fields, named: Fields): Changes | null {
  const names = Object.keys(input).filter((name) => !isSame(input[name], stored[name]))
  if (names.length === 0) return null
  const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, shown(name, from[name])]))
  return { before: pick(stored), after: { ...named, ...pick(input) } }
}

const BRANCH_FIELDS = ['name', 'person', 'phone', 'email', 'address', 'isPrimary'] as const

function branchChanges(stored: readonly Fields[], input: readonly Fields[]): Changes | null {
  const plain = (rows: readonly Fields[]) =>
    rows.map((row) => BRANCH_FIELDS.map((name) => row[name])).toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
  if (isSame(plain(stored), plain(input))) return null
  const names = (rows: readonly Fields[]) => rows.map(({ name }) => name)
  const primary = (rows: readonly Fields[]) => rows.find(({ isPrimary }) => isPrimary)?.name
  return {
    before: { branches: names(stored), primaryBranch: primary(stored) },
    after: { branches: names(input), primaryBranch: primary(input) },
  }
}

const isBefore = (one: unknown, other: unknown) => JSON.stringify(one) < JSON.stringify(other)

function shown(name: string, value: unknown): unknown {
  if (name === 'phone') return typeof value === 'string' ? maskedPhone(value) : value
  return name === 'email' ? '•••' : value
}
