import { useTranslation } from 'react-i18next'
import { SubmitButton } from '../../../ui/button'
import { Panel } from '../../../ui/panel'
import { SentBeforeNote } from '../../../ui/sent-before-note'
import { SelectField, TextField } from '../../../ui/text-field'
import { useWritten, WrittenForm } from '../../../ui/written-form'
import { DOCUMENT_TYPES } from '../../../vocabulary'

type UploadFormProps = {
  /** Where the form is posted: one of the addresses whose bodies the edge streams. */
  address: string
  suggestedType: string
  /** Makes a form that is sent twice one document. */
  formId: string
  /** With a new id where this form brought another document before. */
  refusal: { type: string; errors: { type?: string; file?: string }; newFormId: string | null } | null
}

/** One document at a time: what it is, and the file. */
export function UploadForm({ address, suggestedType, formId, refusal }: UploadFormProps) {
  const { t } = useTranslation(['setup', 'organizations'])
  // Held: an uploaded file leaves the form empty and the next paper chosen, nothing else does.
  const written = useWritten({ suggestedType, formId }, refusal)
  const { drawn } = written
  const newFormId = written.refusal?.newFormId ?? null
  return (
    <Panel title={t('documents.uploadTitle')}>
      <WrittenForm
        written={written}
        seen={{ id: newFormId ?? drawn.formId }}
        action={address}
        encType="multipart/form-data"
        className="form"
      >
        {newFormId === null ? null : <SentBeforeNote made={null} />}
        <SelectField
          name="type"
          label={t('documents.type')}
          defaultValue={written.refusal?.type || drawn.suggestedType}
          emptyLabel={t('field.none')}
          error={written.refusal?.errors.type}
          options={DOCUMENT_TYPES.map((value) => ({ value, label: t(`organizations:document.type.${value}`) }))}
        />
        <TextField
          name="file"
          type="file"
          label={t('documents.file')}
          help={t('documents.fileHelp')}
          accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
          error={written.refusal?.errors.file}
        />
        <div>
          <SubmitButton icon="upload">{t('documents.upload')}</SubmitButton>
        </div>
      </WrittenForm>
    </Panel>
  )
}
