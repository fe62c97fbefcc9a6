import { useLocation } from 'react-router'
import type { VerdictConflict } from '../../../domain/organizations/judge-document.server'
import type { FormReply } from '../../../http/forms/form-action.server'
import { asNamedItem, readingOf, type PickFault } from '../../../domain/verifications/templates/insert-template'
import { useTranslation } from '../../../i18n/use-translation'
import { buttonClass, SubmitButton } from '../../../ui/button'
import { RefusalNotice } from '../../../ui/forms/refusal-notice'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { VERDICT_FORM_ID } from '../../../ui/forms/kept/kept-form'
import { MessagePreview, ReaderTranslation, readerTranslationId } from '../../../ui/forms/template-picker'
import { HiddenField, typedText, useForm } from '../../../ui/forms/form'
import { Kbd } from '../../../ui/kbd'
import { TextArea } from '../../../ui/forms/text-field'
import { searchWith } from '../addresses'
import type { RejectionView } from './verdict.server'
import { DecisionFrame } from '../decisions/decision-frame'
import { DecisionTemplatePicker } from '../decisions/template-picker'
import { DOCUMENT_NAME } from './verdict-buttons'
import { Link } from '../../../ui/link'

type Reply = FormReply<{ conflict: VerdictConflict; pickFault: PickFault }>

/** The form that rejects a document, drawn beside it; its text is kept when the form is left. */
export function RejectDocument({ drawn: loaded, answer }: { drawn: RejectionView; answer?: unknown }) {
  const { t } = useTranslation(['verifications', 'organizations', 'ui'])
  const { search } = useLocation()
  const form = useForm<{ reason: string; template: string; pick: string }, RejectionView, Reply>({
    drawn: loaded,
    answer: answer as Reply | undefined,
    restored: loaded.restored,
    address: loaded.address,
    id: VERDICT_FORM_ID,
    labels: { reason: t('verdict.reason'), pick: t('words.template') },
  })
  const { drawn, reply, fields } = form
  const { offer } = drawn
  const text = typedText(fields.reason).trim()
  const conflict = reply?.conflict
  const isPossible = !conflict || conflict.because === 'stale'
  return (
    <DecisionFrame
      id="verdict-title"
      title={t('verdict.reject')}
      about={DOCUMENT_NAME}
      className="desk-verdict-form"
      address={drawn.address}
      closeTo={drawn.closeTo}
    >
      {conflict ? (
        <RefusalNotice state={form} title={t(`verdict.${conflict.because}`)}>
          {t(`organizations:document.status.${conflict.status}`)}
        </RefusalNotice>
      ) : null}
      <ConsoleForm state={form} seen={{ seen: drawn.status }} action={drawn.address + searchWith(search, {})}>
        <p className="field-help font-semibold">{t('words.reads', { language: offer.readsName })}</p>
        <DecisionTemplatePicker
          offer={offer}
          pick={form.field('pick')}
          fault={reply?.pickFault ?? null}
          insert={(inserted) => {
            const value = text ? `${text}\n${inserted.text}` : inserted.text
            form.form.update({ name: fields.reason.name, value })
            if (!text) form.form.update({ name: fields.template.name, value: inserted.template })
          }}
        />
        <TextArea
          {...form.field('reason')}
          lang={offer.reads}
          help={t('verdict.reasonHelp')}
          notes={`${DOCUMENT_NAME} ${readerTranslationId(fields.reason)}`}
          rows={2}
        />
        <HiddenField field={fields.template} />
        <ReaderTranslation
          field={fields.reason}
          {...readingOf(offer, { text, template: typedText(fields.template) })}
        />
        <MessagePreview around={offer.message} lang={offer.reads} text={asNamedItem(offer.naming, text)} />
        <div className="desk-form-foot">
          {isPossible ? (
            <SubmitButton variant="danger" aria-keyshortcuts="Control+Enter">
              {t('verdict.reject')}
              <Kbd>Ctrl ↵</Kbd>
            </SubmitButton>
          ) : null}
          <Link to={drawn.closeTo} preventScrollReset replace className={buttonClass({ variant: 'quiet' })}>
            {t('ui:cancel')}
          </Link>
        </div>
      </ConsoleForm>
    </DecisionFrame>
  )
}
