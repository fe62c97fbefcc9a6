import { DOCUMENT_TYPES, type DocumentType, type VerificationType } from '../../../vocabulary'
import { DECIDED_BY } from '../comparison/proposals'
import { fieldsOf, ORGANIZATION_FIELDS, type FormStep } from '../../organizations/organization-fields'

/** Where the answer to an item belongs: a field of a section, a section as a whole, or a document of a type. */
export type ItemTarget =
  { kind: 'field'; step: FormStep; field: string | null } | { kind: 'document'; type: DocumentType }

/** Sections whose fields make sense together only: opening hours, the rows of branches, the brand. */
const WHOLE_STEPS: readonly FormStep[] = ['contact', 'hours', 'brand']

const isStep = (step: string): step is FormStep => Object.hasOwn(ORGANIZATION_FIELDS, step)

/** Reads `field:basic.address`, `field:hours` or `document:bank_statement`; null for what there is not, or not any more. */
export function readTarget(target: string | null): ItemTarget | null {
  const [kind, name = ''] = target?.split(':') ?? []
  if (kind === 'document') {
    const type = DOCUMENT_TYPES.find((one) => one === name)
    return type ? { kind, type } : null
  }
  const [step = '', field] = name.split('.')
  if (kind !== 'field' || !isStep(step)) return null
  const isWhole = WHOLE_STEPS.includes(step)
  if (field !== undefined && !Object.hasOwn(ORGANIZATION_FIELDS[step], field)) return null
  if (field === undefined && !isWhole) return null
  return { kind, step, field: isWhole ? null : (field ?? null) }
}

export const isTarget = (target: string): boolean => readTarget(target) !== null

export const documentTarget = (type: DocumentType): string => `document:${type}`
export const fieldTarget = (step: FormStep, field: string | null): string =>
  field === null ? `field:${step}` : `field:${step}.${field}`

/** Every section with what an item may point at in it; a section alone where its fields belong together. */
export const FIELD_TARGETS: readonly { step: FormStep; fields: readonly (string | null)[] }[] = (
  Object.keys(ORGANIZATION_FIELDS) as FormStep[]
).map((step) => ({
  step,
  fields: WHOLE_STEPS.includes(step) ? [null] : fieldsOf(step).map(([name]) => name),
}))

/** The type of application that decides on what a target changes, for who works already. */
export const deciderOf = (target: ItemTarget | null): VerificationType | undefined =>
  target?.kind === 'field' && target.field !== null ? DECIDED_BY[target.field] : undefined

/**
 * The operation mode of who works already is changed by a request of its own, and so is all that two people decide by one, whose types
 * are `byTwo`: the answer to another application would change it with nobody's yes.
 */
export function mayPointAt(target: ItemTarget, type: VerificationType, byTwo: readonly VerificationType[]): boolean {
  const decider = deciderOf(target)
  if (!decider || type === 'initial_registration') return true
  return decider !== 'operation_mode_change' && (decider === type || !byTwo.includes(decider))
}

/** The names of the fields that a target opens on its form. */
export const fieldNamesOf = ({ step, field }: ItemTarget & { kind: 'field' }): string[] =>
  field === null ? fieldsOf(step).map(([name]) => name) : [field]
