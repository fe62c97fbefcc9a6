import type { DocumentType, VerificationType } from '../../../vocabulary'
import { fieldNamesOf, mayPointAt, readTarget } from '../../verifications/requested-items/items'
import { isFormStep, type FormStep, type Section } from '../../organizations/organization-fields'

/** How an item is answered: by the fields that it opens, by a document, or in words. */
export type AnswerPlace =
  | { kind: 'fields'; step: FormStep; names: readonly string[]; isWhole: true }
  | { kind: 'fields'; step: Section; names: readonly string[]; isWhole: false }
  | { kind: 'document'; type: DocumentType }
  | { kind: 'words'; isGone: boolean }

const IN_WORDS: AnswerPlace = { kind: 'words', isGone: false }

/**
 * Where each item is answered: a field stands once on the page, with the first item that asks for it, and what points at
 * something that there is not any more is answered in words.
 */
export function placesOf(
  items: readonly { target: string | null }[],
  type: VerificationType,
  byTwo: readonly VerificationType[],
): AnswerPlace[] {
  const taken = new Set<string>()
  return items.map(({ target: written }): AnswerPlace => {
    const target = readTarget(written)
    if (!target) return { kind: 'words', isGone: written !== null }
    if (target.kind === 'document') return { kind: 'document', type: target.type }
    const names = fieldNamesOf(target).map((name) => `${target.step}.${name}`)
    if (!mayPointAt(target, type, byTwo) || names.some((name) => taken.has(name))) return IN_WORDS
    for (const name of names) taken.add(name)
    const { step, field } = target
    return field === null && isFormStep(step)
      ? { kind: 'fields', step, names: fieldNamesOf(target), isWhole: true }
      : { kind: 'fields', step, names: fieldNamesOf(target), isWhole: false }
  })
}
