import type { Comparison } from '../../../../domain/verifications/comparison/comparison.server'
import { wordDifferences, type Compared } from '../../../../domain/verifications/comparison/differences'
import { fieldLabel, fieldValueText } from '../../../../domain/verifications/comparison/field-labels.server'
import { targetLabel } from '../../../../domain/verifications/requested-items/target-labels.server'
import { translateText } from '../../../../domain/verifications/templates/template-text.server'
import { SETUP_STEPS, type Language } from '../../../../vocabulary'

type Reading = { language: Language; openHref: (documentId: string, besideId?: string) => string }

/** Returns what was asked for, what is new, and everything that was sent, in words for one reader. */
export function comparisonView(
  { asked, changed, named, unchanged, all, isChange, isOpen }: Comparison,
  { language, openHref }: Reading,
) {
  const documentsOf = (documents: readonly { id: string; fileName: string }[], besideId?: string) =>
    documents.map(({ id, fileName }) => ({ fileName, openHref: openHref(id, besideId) }))
  return {
    isChange,
    isOpen,
    unchanged,
    asked: asked.map(({ item, changes, answer, documents, isUnchanged }) => ({
      id: item.id,
      text: translateText(language, item.text, item),
      target: targetLabel(item.target, language),
      changes: changes.map((row) => changeView(row, language)),
      answer,
      documents: documents && {
        before: documentsOf(documents.before),
        after: documentsOf(documents.after, documents.before.at(-1)?.id),
      },
      isUnchanged,
    })),
    changed: changed.map((row) => changeView(row, language)),
    named: named.map(({ key, after }) => ({
      label: fieldLabel(key, language),
      value: fieldValueText(key, after, language),
    })),
    steps: SETUP_STEPS.flatMap((step) => {
      const rows = all
        .filter(({ key, after }) => key.startsWith(`${step}.`) && after !== null)
        .map(({ key, branch, after }) => ({
          label: fieldLabel(key, language),
          branch,
          value: fieldValueText(key, after, language),
        }))
      return rows.length > 0 ? [{ step, rows }] : []
    }),
  }
}

function changeView({ key, branch, before, after }: Compared, language: Language) {
  const [old, now] = [fieldValueText(key, before, language), fieldValueText(key, after, language)]
  return { label: fieldLabel(key, language), branch, ...wordDifferences(old, now) }
}

export type ComparisonView = ReturnType<typeof comparisonView>
