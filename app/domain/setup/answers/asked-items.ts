import type { DocumentType, VerificationType } from '../../../vocabulary'
import { fieldNamesOf, mayPointAt, readTarget } from '../../verifications/requested-items/items'
import type { FormStep } from '../../organizations/organization-fields'

/** How an item is answered: by the fields that it opens, by a document, or in words. */
export type AnswerPlace =
  | { kind: 'fields'; step: FormStep; names: readonly string[]; isWhole: boolean }
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
    return { kind: 'fields', step: target.step, names: fieldNamesOf(target), isWhole: target.field === null }
  })
}
