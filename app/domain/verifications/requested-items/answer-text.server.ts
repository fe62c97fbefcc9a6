import type { RequestedItemRow } from '../../../db/verifications/requested-items'
import { translate } from '../../../i18n/texts.server'
import type { Language } from '../../../vocabulary'
import { fieldsOf, isFormStep, type Section } from '../../organizations/organization-fields'
import { fieldValueText, isContact } from '../comparison/field-labels.server'
import { keyOf } from '../comparison/proposals'
import { readTarget } from './items'

type Answer = {
  /** The section that was filled in, with the values by their names; null for the whole of it. */
  fields: { step: Section; values: Readonly<Record<string, unknown>> | null } | null
  /** How many came. */
  documents: number
  words: string | null
}

/** An answer in words, for the list of what happened, which every reader of applications sees: no contacts, no file names. */
export function answerText(language: Language, { fields, documents, words }: Answer): string {
  const said = fields && labelledFields(language, fields)
  const sent = documents > 0 ? translate(language, { key: 'setup:answer.sent', values: { count: documents } }) : null
  return [said, sent, words].filter((one) => one !== null).join('\n')
}

function labelledFields(language: Language, { step, values }: NonNullable<Answer['fields']>): string {
  if (!values) return isFormStep(step) ? translate(language, { key: `setup:step.${step}` }) : ''
  return fieldsOf(step)
    .filter(([name]) => name in values)
    .map(([name, field]) => {
      const label = translate(language, { key: field.label })
      const key = keyOf(step, name)
      if (isContact(key)) return label
      const value = fieldValueText(key, values[name], language)
      return translate(language, { key: 'common:labelled', values: { label, value } })
    })
    .join('\n')
}

/** The answer that was kept with an item, as `answerText`; null for one to what there is not any more. */
export function keptAnswerText(language: Language, { target: written, answer }: RequestedItemRow): string | null {
  if (!answer) return null
  const { after, words = null, documentIds = [] } = answer
  const rest = { documents: documentIds.length, words }
  if (!after) return answerText(language, { fields: null, ...rest })
  const target = readTarget(written)
  if (target?.kind !== 'field') return null
  const { step, field } = target
  const values = field === null ? null : { [field]: (after as Record<string, unknown>)[keyOf(step, field)] }
  return answerText(language, { fields: { step, values }, ...rest })
}
