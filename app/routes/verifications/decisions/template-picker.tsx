import type { ComponentProps } from 'react'
import type { DecisionTemplates } from '../../../domain/verifications/decisions/decision-templates.server'
import {
  INSERT,
  readableTemplates,
  textToInsert,
  type Inserted,
} from '../../../domain/verifications/templates/insert-template'
import { useTranslation } from '../../../i18n/use-translation'
import { TemplatePicker } from '../../../ui/forms/template-picker'

type TemplatePickerProps = Pick<ComponentProps<typeof TemplatePicker>, 'pick' | 'about' | 'fault'> & {
  offer: DecisionTemplates
  insert: (inserted: Inserted) => void
}

/** The templates for one decision, inserted in the applicant's language. */
export function DecisionTemplatePicker({ offer, insert, ...fields }: TemplatePickerProps) {
  const { t } = useTranslation('verifications')
  return (
    <TemplatePicker
      {...fields}
      templates={readableTemplates(offer, (slot) => t(`words.slot.${slot}`))}
      subjects={offer.subjects}
      intent={INSERT}
      choose={(picked) => {
        const inserted = textToInsert(offer, picked)
        if (typeof inserted === 'string') return inserted
        insert(inserted)
        return null
      }}
    />
  )
}
