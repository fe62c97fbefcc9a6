import type { DecisionWords } from '../../../../domain/verifications/decisions/decision-words.server'
import { readingOf } from '../../../../domain/verifications/templates/insert-words'
import { useTranslation } from '../../../../i18n/use-translation'
import { MessagePreview, ReadBy, readById } from '../../../../ui/forms/ready-words'
import { HiddenField, typedText } from '../../../../ui/forms/form'
import { TextArea } from '../../../../ui/forms/text-field'
import type { DecisionFormState } from './decision-form'
import { TemplatePicker } from './template-picker'

/** The reason of a rejection: in the applicant's language, from a template or in words of one's own. */
export function ReasonField({ form: state, words }: { form: DecisionFormState; words: DecisionWords }) {
  const { t } = useTranslation('verifications')
  const { form, fields, field } = state
  const text = typedText(fields.reason)
  return (
    <>
      <p className="field-help font-semibold">{t('words.reads', { language: words.readsName })}</p>
      <TemplatePicker
        words={words}
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
        lang={words.reads}
        help={t('dialog.reject.reasonHelp')}
        notes={readById(fields.reason)}
      />
      <HiddenField field={fields.template} />
      <HiddenField field={fields.about} />
      <ReadBy
        field={fields.reason}
        {...readingOf(words, { text, template: typedText(fields.template), about: typedText(fields.about) })}
      />
      <MessagePreview around={words.message} lang={words.reads} text={text.trim()} />
    </>
  )
}
