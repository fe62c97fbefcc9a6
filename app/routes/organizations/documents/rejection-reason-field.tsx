import type { VerdictConflict } from '../../../domain/organizations/judge-document.server'
import type { DocumentTemplates } from '../../../domain/verifications/decisions/decision-templates.server'
import {
  asNamedItem,
  INSERT,
  readableTemplates,
  readingOf,
  textToInsert,
  type PickFault,
} from '../../../domain/verifications/templates/insert-template'
import type { FormReply } from '../../../http/forms/form-action.server'
import { useTranslation } from '../../../i18n/use-translation'
import { HiddenField, typedText, type FormState } from '../../../ui/forms/form'
import {
  MessagePreview,
  ReaderTranslation,
  readerTranslationId,
  TemplatePicker,
} from '../../../ui/forms/template-picker'
import { TextArea } from '../../../ui/forms/text-field'

export type RejectionFields = { reason: string; template: string; pick: string }
export type RejectionReply = FormReply<{ conflict: VerdictConflict; pickFault: PickFault }>

type RejectionReasonFieldProps = {
  form: Pick<FormState<RejectionFields, unknown, RejectionReply>, 'form' | 'fields' | 'field' | 'reply'>
  /** Null when no application has the document. */
  offer: DocumentTemplates | null
}

/** The reason for rejecting a document: in the applicant's language, from a template or freely worded. */
export function RejectionReasonField({ form: state, offer }: RejectionReasonFieldProps) {
  const { t } = useTranslation(['organizations', 'verifications'])
  const { form, fields, field, reply } = state
  const text = typedText(fields.reason).trim()
  if (!offer) return <TextArea {...field('reason')} help={t('document.reasonHelp')} />
  return (
    <>
      <p className="field-help font-semibold">{t('verifications:words.reads', { language: offer.readsName })}</p>
      <TemplatePicker
        templates={readableTemplates(offer, (slot) => t(`verifications:words.slot.${slot}`))}
        subjects={[]}
        pick={field('pick')}
        intent={INSERT}
        fault={reply?.pickFault ?? null}
        choose={(picked) => {
          const inserted = textToInsert(offer, picked)
          if (typeof inserted === 'string') return inserted
          form.update({ name: fields.reason.name, value: text ? `${text}\n${inserted.text}` : inserted.text })
          if (!text) form.update({ name: fields.template.name, value: inserted.template })
          return null
        }}
      />
      <TextArea
        {...field('reason')}
        lang={offer.reads}
        help={t('document.reasonHelp')}
        notes={readerTranslationId(fields.reason)}
      />
      <HiddenField field={fields.template} />
      <ReaderTranslation field={fields.reason} {...readingOf(offer, { text, template: typedText(fields.template) })} />
      <MessagePreview around={offer.message} lang={offer.reads} text={asNamedItem(offer.naming, text)} />
    </>
  )
}
