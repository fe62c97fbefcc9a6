import type { DecisionTemplates } from '../../../domain/verifications/decisions/decision-templates.server'
import { readingOf } from '../../../domain/verifications/templates/insert-template'
import { useTranslation } from '../../../i18n/use-translation'
import { MessagePreview, ReaderTranslation, readerTranslationId } from '../../../ui/forms/template-picker'
import { HiddenField, typedText } from '../../../ui/forms/form'
import { TextArea } from '../../../ui/forms/text-field'
import type { DecisionFormState } from './decision-form'
import { DecisionTemplatePicker } from './template-picker'

/** The reason for a rejection: in the applicant's language, from a template or freely worded. */
export function ReasonField({ form: state, offer }: { form: DecisionFormState; offer: DecisionTemplates }) {
  const { t } = useTranslation('verifications')
  const { form, fields, field } = state
  const text = typedText(fields.reason)
  return (
    <>
      <p className="field-help font-semibold">{t('words.reads', { language: offer.readsName })}</p>
      <DecisionTemplatePicker
        offer={offer}
        pick={field('pick')}
        about={field('pickAbout')}
        fault={state.reply?.pickFault ?? null}
        insert={(inserted) => {
          const written = text.trim()
          form.update({ name: fields.reason.name, value: written ? `${written}\n${inserted.text}` : inserted.text })
          if (written) return
          form.update({ name: fields.template.name, value: inserted.template })
          form.update({ name: fields.about.name, value: inserted.about })
        }}
      />
      <TextArea
        {...field('reason')}
        lang={offer.reads}
        help={t('dialog.reject.reasonHelp')}
        notes={readerTranslationId(fields.reason)}
      />
      <HiddenField field={fields.template} />
      <HiddenField field={fields.about} />
      <ReaderTranslation
        field={fields.reason}
        {...readingOf(offer, { text, template: typedText(fields.template), about: typedText(fields.about) })}
      />
      <MessagePreview around={offer.message} lang={offer.reads} text={text.trim()} />
    </>
  )
}
