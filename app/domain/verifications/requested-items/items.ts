import { DOCUMENT_TYPES, type DocumentType, type VerificationType } from '../../../vocabulary'
import { DECIDED_BY } from '../comparison/proposals'
import {
  fieldsOf,
  isFormStep,
  isSection,
  ORGANIZATION_FIELDS,
  PROPOSED_FIELDS,
  type FormStep,
  type ProposedSection,
  type Section,
} from '../../organizations/organization-fields'

/** Where the answer to an item belongs: a field of a section, a section as a whole, or a document of a type. */
export type ItemTarget =
  { kind: 'field'; step: Section; field: string | null } | { kind: 'document'; type: DocumentType }

/** Sections whose fields make sense together only: opening hours, the rows of branches, the brand. */
const WHOLE_STEPS: readonly Section[] = ['contact', 'hours', 'brand']

/** Reads `field:basic.address`, `field:hours` or `document:bank_statement`; null for what there is not, or not any more. */
export function readTarget(target: string | null): ItemTarget | null {
  const [kind, name = ''] = target?.split(':') ?? []
  if (kind === 'document') {
    const type = DOCUMENT_TYPES.find((one) => one === name)
    return type ? { kind, type } : null
  }
  const [step = '', field] = name.split('.')
  if (kind !== 'field' || !isSection(step)) return null
  const isWhole = WHOLE_STEPS.includes(step)
  if (field !== undefined && !fieldsOf(step).some(([own]) => own === field)) return null
  if (field === undefined && !isWhole) return null
  return { kind, step, field: isWhole ? null : (field ?? null) }
}

export const isTarget = (target: string): boolean => readTarget(target) !== null

export const documentTarget = (type: DocumentType): string => `document:${type}`
export const fieldTarget = (step: Section, field: string | null): string =>
  field === null ? `field:${step}` : `field:${step}.${field}`

/** Every section with what an item may point at in it; a section alone where its fields belong together. */
export const FIELD_TARGETS: readonly { step: FormStep; fields: readonly (string | null)[] }[] = (
  Object.keys(ORGANIZATION_FIELDS) as FormStep[]
).map((step) => ({
  step,
  fields: WHOLE_STEPS.includes(step) ? [null] : fieldsOf(step).map(([name]) => name),
}))

/** What only an application of the type that proposes it may be asked for. */
export const PROPOSED_TARGETS: readonly string[] = (Object.keys(PROPOSED_FIELDS) as ProposedSection[]).flatMap(
  (section) => fieldsOf(section).map(([name]) => fieldTarget(section, name)),
)

/** The type of application that decides on what a target changes, for who works already. */
export const decidingType = (target: ItemTarget | null): VerificationType | undefined =>
  target?.kind === 'field' && target.field !== null ? DECIDED_BY[target.field] : undefined

/**
 * The operation mode of who works already is changed by a request of its own, and so is all that two people decide by one, whose types
 * are `byTwo`: the answer to another application would change it with nobody's yes. What is only ever proposed is asked of what proposes it.
 */
export function mayPointAt(target: ItemTarget, type: VerificationType, byTwo: readonly VerificationType[]): boolean {
  const decider = decidingType(target)
  if (target.kind === 'field' && !isFormStep(target.step)) return decider === type
  if (!decider || type === 'initial_registration') return true
  return decider !== 'operation_mode_change' && (decider === type || !byTwo.includes(decider))
}

/** The names of the fields that a target opens on its form. */
export const fieldNamesOf = ({ step, field }: ItemTarget & { kind: 'field' }): string[] =>
  field === null ? fieldsOf(step).map(([name]) => name) : [field]
