import type { NotJudged } from '../../../domain/organizations/judge-document.server'
import type { DocumentWords } from '../../../domain/verifications/decisions/decision-words.server'
import {
  asNamedItem,
  INSERT,
  readableTemplates,
  readingOf,
  wordsOf,
} from '../../../domain/verifications/templates/insert-words'
import type { FormReply } from '../../../http/forms/form-action.server'
import { useTranslation } from '../../../i18n/use-translation'
import { HiddenField, typedText, type FormState } from '../../../ui/forms/form'
import { MessagePreview, ReadBy, readById, TemplatePicker } from '../../../ui/forms/ready-words'
import { TextArea } from '../../../ui/forms/text-field'

export type RejectionFields = { reason: string; template: string; pick: string }
export type RejectionReply = FormReply<{ conflict: NotJudged; pickFault: 'gone' | 'slots' }>

type ReasonOfRejectionProps = {
  form: Pick<FormState<RejectionFields, unknown, RejectionReply>, 'form' | 'fields' | 'field' | 'reply'>
  /** Null where no application has the document. */
  words: DocumentWords | null
}

/** Why a document is rejected: in the applicant's language, from a template or in words of one's own. */
export function ReasonOfRejection({ form: state, words }: ReasonOfRejectionProps) {
  const { t } = useTranslation(['organizations', 'verifications'])
  const { form, fields, field, reply } = state
  const text = typedText(fields.reason).trim()
  if (!words) return <TextArea {...field('reason')} help={t('document.reasonHelp')} />
  return (
    <>
      <p className="field-help font-semibold">{t('verifications:words.reads', { language: words.readsName })}</p>
      <TemplatePicker
        templates={readableTemplates(words, (slot) => t(`verifications:words.slot.${slot}`))}
        subjects={[]}
        pick={field('pick')}
        intent={INSERT}
        fault={reply?.pickFault ?? null}
        choose={(picked) => {
          const inserted = wordsOf(words, picked)
          if (typeof inserted === 'string') return inserted
          form.update({ name: fields.reason.name, value: text ? `${text}\n${inserted.text}` : inserted.text })
          if (!text) form.update({ name: fields.template.name, value: inserted.template })
          return null
        }}
      />
      <TextArea
        {...field('reason')}
        lang={words.reads}
        help={t('document.reasonHelp')}
        notes={readById(fields.reason)}
      />
      <HiddenField field={fields.template} />
      <ReadBy field={fields.reason} {...readingOf(words, { text, template: typedText(fields.template) })} />
      <MessagePreview around={words.message} lang={words.reads} text={asNamedItem(words.naming, text)} />
    </>
  )
}
