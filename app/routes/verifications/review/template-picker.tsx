import type { ComponentProps } from 'react'
import type { DecisionWords } from '../../../domain/verifications/decisions/decision-words.server'
import { INSERT, wordsOf, type Inserted } from '../../../domain/verifications/templates/insert-words'
import { TemplatePicker as Picker } from '../../../ui/forms/ready-words'

type TemplatePickerProps = Pick<ComponentProps<typeof Picker>, 'pick' | 'about' | 'fault'> & {
  words: DecisionWords
  insert: (inserted: Inserted) => void
}

/** The templates for one decision, inserted in the applicant's language. */
export const TemplatePicker = ({ words, insert, ...fields }: TemplatePickerProps) => (
  <Picker
    {...fields}
    templates={words.templates}
    subjects={words.subjects}
    intent={INSERT}
    choose={(picked) => {
      const inserted = wordsOf(words, picked)
      if (typeof inserted === 'string') return inserted
      insert(inserted)
      return null
    }}
  />
)
