import { maskValue } from '../audit/hidden'
import { fieldsOf, type FormStep } from '../organizations/organization-fields'
import { maskedPhone } from '../phones/masked-phone'
import { pairBranches } from '../verifications/comparison/differences'

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
      return brandRemoval(brand)
    case 'brand':
      return section.input ? brandChanges(brand, section.input) : brandRemoval(brand)
    case 'contact':
      return branchChanges(branches, section.input)
    default:
      return differences(section.step, organization, section.input)
  }
}

const brandRemoval = (brand: Fields | null): Changes | null =>
  brand && { before: { brand: brand.name }, after: { brand: null } }

/** The brand is named on both sides, whatever changed of it: `name` is the organization's. */
function brandChanges(stored: Fields | null, { name = stored?.name, ...input }: Fields): Changes | null {
  const changes = differences('brand', stored ?? {}, input)
  if (!changes && name === stored?.name) return null
  return {
    before: { brand: stored?.name ?? null, ...changes?.before },
    after: { brand: name, ...changes?.after },
  }
}

function differences(step: FormStep, stored: Fields, input: Fields): Changes | null {
  const names = Object.keys(input).filter((name) => !isSame(input[name], stored[name]))
  if (names.length === 0) return null
  const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, shown(step, name, from[name])]))
  return { before: pick(stored), after: pick(input) }
}

/** What the log tells of a branch beside its name and which one is the primary: that it changed, and not what it holds. */
const HELD_FIELDS = fieldsOf('contact').flatMap(([name]) => (name === 'name' ? [] : [name]))
const BRANCH_FIELDS = ['name', ...HELD_FIELDS, 'isPrimary']

function branchChanges(stored: readonly Fields[], input: readonly Fields[]): Changes | null {
  const plain = (rows: readonly Fields[]) =>
    rows.map((row) => Object.fromEntries(BRANCH_FIELDS.map((name) => [name, row[name]])))
  const [were, are] = [plain(stored), plain(input)]
  if (isSame(were.toSorted(byContent), are.toSorted(byContent))) return null
  const names = (rows: readonly Fields[]) => rows.map(({ name }) => name)
  const primary = (rows: readonly Fields[]) => rows.find(({ isPrimary }) => isPrimary)?.name
  const changedBranches = pairBranches(were, are).flatMap(([old, now]) => {
    const fields = old && now ? HELD_FIELDS.filter((name) => !isSame(old[name], now[name])) : []
    return now && fields.length > 0 ? [{ name: now.name, fields }] : []
  })
  return {
    before: { branches: names(stored), primaryBranch: primary(stored) },
    after: {
      branches: names(input),
      primaryBranch: primary(input),
      ...(changedBranches.length > 0 && { changedBranches }),
    },
  }
}

const byContent = (one: Fields, other: Fields) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

function shown(step: FormStep, column: string, value: unknown): unknown {
  const [, field] = fieldsOf(step).find(([name, own]) => (own.column ?? name) === column) ?? []
  if (field?.kind === 'phone') return typeof value === 'string' ? maskedPhone(value) : value
  return field?.kind === 'email' ? maskValue(value) : value
}
