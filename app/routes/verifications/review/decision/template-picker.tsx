import type { ComponentProps } from 'react'
import type { DecisionWords } from '../../../../domain/verifications/decisions/decision-words.server'
import {
  INSERT,
  readableTemplates,
  wordsOf,
  type Inserted,
} from '../../../../domain/verifications/templates/insert-words'
import { useTranslation } from '../../../../i18n/use-translation'
import { TemplatePicker as Picker } from '../../../../ui/forms/ready-words'

type TemplatePickerProps = Pick<ComponentProps<typeof Picker>, 'pick' | 'about' | 'fault'> & {
  words: DecisionWords
  insert: (inserted: Inserted) => void
}

/** The templates for one decision, inserted in the applicant's language. */
export function TemplatePicker({ words, insert, ...fields }: TemplatePickerProps) {
  const { t } = useTranslation('verifications')
  return (
    <Picker
      {...fields}
      templates={readableTemplates(words, (slot) => t(`words.slot.${slot}`))}
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
}
