import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { DOCUMENT_TYPES, type Language, type VerificationType } from '../../../vocabulary'
import { fieldsOf, isFormStep } from '../../organizations/organization-fields'
import {
  decidingType,
  documentTarget,
  FIELD_TARGETS,
  fieldTarget,
  mayPointAt,
  PROPOSED_TARGETS,
  readTarget,
  type ItemTarget,
} from './items'

/** Every document and field that an item may point at, in words; of one application what it proposes first, with the types that two people decide. */
export function targetChoices(
  language: Language,
  about?: { type: VerificationType; byTwo: readonly VerificationType[] },
): { value: string; label: string }[] {
  const documents = DOCUMENT_TYPES.map((type) => documentTarget(type))
  const fields = FIELD_TARGETS.flatMap(({ step, fields: names }) => names.map((name) => fieldTarget(step, name)))
  const proposed = about ? PROPOSED_TARGETS : []
  const values = [...proposed, ...documents, ...fields].filter((value) => {
    const target = readTarget(value)
    return target !== null && (about === undefined || mayPointAt(target, about.type, about.byTwo))
  })
  return values.map((value) => ({ value, label: targetLabel(value, language) ?? value }))
}

/** What a target is called; a field with its section. Null for one that there is not any more. */
export function targetLabel(value: string | null, language: Language): string | null {
  const target = readTarget(value)
  if (!target) return null
  if (target.kind === 'document') return translate(language, { key: `organizations:document.type.${target.type}` })
  const section = translate(language, { key: sectionLabel(target) })
  const [, field] = fieldsOf(target.step).find(([name]) => name === target.field) ?? []
  if (!field) return section
  const name = translate(language, { key: field.label })
  return translate(language, { key: 'common:labelled', values: { label: section, value: name } })
}

/** A section of the setup; of what is proposed, the application that proposes it. */
function sectionLabel(target: ItemTarget & { kind: 'field' }): TextKey {
  if (isFormStep(target.step)) return `setup:step.${target.step}`
  return `verifications:type.${decidingType(target) ?? 'initial_registration'}`
}
