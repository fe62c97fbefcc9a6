import type { VerificationType } from '../../../vocabulary'
import { isFormStep, type Section } from '../../organizations/organization-fields'
import type { Snapshot } from '../../organizations/snapshot'

/** What an applicant proposes by a change, and the column of the organization that it is written to once it is approved. */
const PROPOSED = {
  address_change: { 'basic.address': 'address' },
  bank_account_update: { 'bank.name': 'bankName', 'bank.account': 'bankAccount' },
  legal_representative_change: {
    'representative.name': 'representativeName',
    'representative.document': 'representativeDocument',
  },
} as const satisfies Partial<Record<VerificationType, Readonly<Record<string, string>>>>

type Columns<Keys> = Keys extends Readonly<Record<string, infer Column>> ? Column : never
type ProposedColumn = Columns<(typeof PROPOSED)[keyof typeof PROPOSED]>

const columnsOf = (type: VerificationType): [key: string, column: ProposedColumn][] =>
  Object.entries((PROPOSED as Partial<Record<VerificationType, Readonly<Record<string, ProposedColumn>>>>)[type] ?? {})

/** Which type of application decides on a column of an organization. */
export const DECIDED_BY: Readonly<Record<string, VerificationType>> = {
  operationMode: 'operation_mode_change',
  ...Object.fromEntries(
    (Object.keys(PROPOSED) as (keyof typeof PROPOSED)[]).flatMap((type) =>
      columnsOf(type).map(([, column]) => [column, type]),
    ),
  ),
}

const KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  (Object.keys(PROPOSED) as (keyof typeof PROPOSED)[]).flatMap((type) =>
    columnsOf(type).map(([key, column]) => [column, key]),
  ),
)

/** What the value of a single field is called in what is sent. */
export const keyOf = (section: Section, name: string): string =>
  isFormStep(section) ? `${section}.${name}` : (KEYS[name] ?? name)

/** The part of something that was sent which is proposed. */
export function proposalIn(type: VerificationType, fields: Snapshot): Snapshot {
  const keys = columnsOf(type).map(([key]) => key)
  return Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)))
}

/** What is stored of an organization with what is proposed in the place of what it holds, as an approval would leave it. */
export function withProposal<Stored extends { organization: object }>(
  type: VerificationType,
  stored: Stored,
  proposal: Snapshot,
): Stored {
  const wanted = { ...proposal, ...clearedBy(proposal, valuesOf(type, stored.organization)) }
  return { ...stored, organization: { ...stored.organization, ...asColumns(type, wanted) } }
}

/** Proposed values by the names of the organization's columns. */
const asColumns = (type: VerificationType, values: Snapshot): Change =>
  Object.fromEntries(columnsOf(type).flatMap(([key, column]) => (key in values ? [[column, values[key]]] : [])))

/** What the organization holds of the same. */
export const valuesOf = (type: VerificationType, organization: Held): Snapshot =>
  Object.fromEntries(columnsOf(type).map(([key, column]) => [key, organization[column] ?? null]))

const plain = (name: unknown): string =>
  typeof name === 'string' ? name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLowerCase() : ''

/** What goes with an approval though nobody proposed it: the document of the representative before proves nothing about another person. */
export function clearedBy(proposal: Snapshot, held: Snapshot): Snapshot {
  const [name, now] = [plain(proposal['representative.name']), plain(held['representative.name'])]
  const isAnother = name !== '' && name !== now
  return isAnother && !isGiven(proposal['representative.document']) ? { 'representative.document': null } : {}
}

const isGiven = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

type Held = Readonly<Partial<Record<ProposedColumn, unknown>>>

type Change = Partial<Record<Exclude<ProposedColumn, 'address'>, string | null>> & { address?: string }

/** What an approval writes into an organization that holds this; null for nothing. */
export function proposedChange(type: VerificationType, fields: Snapshot, held: Held): Change | null {
  const given = Object.entries(proposalIn(type, fields)).filter(([, value]) => isGiven(value))
  if (given.length === 0) return null
  const proposal = Object.fromEntries(given)
  return asColumns(type, { ...proposal, ...clearedBy(proposal, valuesOf(type, held)) })
}

/** Whether a change of this type proposes values that are written into the organization. */
export const proposesValues = (type: VerificationType): boolean => columnsOf(type).length > 0
