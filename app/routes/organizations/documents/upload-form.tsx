import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton } from '../../../ui/button'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { Panel } from '../../../ui/panel'
import { SentBeforeNote } from '../../../ui/forms/kept/sent-before-note'
import { SelectField, TextField } from '../../../ui/forms/text-field'
import { DOCUMENT_TYPES, type DocumentType } from '../../../vocabulary'
import type { Reply } from '../../../ui/forms/form-state'

type UploadFormProps = {
  /** The address to post to: one whose body the edge streams. */
  address: string
  suggestedType: string
  /** The types that may be sent. */
  types?: readonly DocumentType[]
  /** A form that is sent twice creates one document with it. */
  formId: string
  /** Not where the page has something that comes first. */
  isPrimary?: boolean
  /** With a new id where this form brought another document before. */
  answer: Reply | undefined
}

/** One document at a time: what it is, and the file. */
export function UploadForm({
  address,
  suggestedType,
  types = DOCUMENT_TYPES,
  formId,
  isPrimary = true,
  answer,
}: UploadFormProps) {
  const { t } = useTranslation(['setup', 'organizations'])
  // Held by the form: only an accepted upload empties it and preselects the next type.
  const form = useForm({
    drawn: { suggestedType, formId },
    answer,
    values: (drawn) => ({ type: drawn.suggestedType }),
    labels: { type: t('documents.type'), file: t('documents.file') },
  })
  return (
    <Panel title={t('documents.uploadTitle')}>
      <ConsoleForm
        state={form}
        seen={{ id: form.drawn.formId }}
        action={address}
        encType="multipart/form-data"
        className="form"
      >
        {form.reply?.seen.id ? <SentBeforeNote state={form} made={null} /> : null}
        <SelectField
          {...form.field('type')}
          emptyLabel={t('field.none')}
          options={types.map((value) => ({ value, label: t(`organizations:document.type.${value}`) }))}
        />
        <div className="group grid gap-1.5">
          <TextField
            {...form.field('file')}
            type="file"
            required
            help={t('documents.fileHelp')}
            accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
          />
          {/* Shown once a file is chosen; browsers do not restore a file in a reloaded page. */}
          <p className="field-help hidden group-has-[:valid]:block">{t('documents.fileSwitch')}</p>
        </div>
        <div>
          <SubmitButton icon="upload" variant={isPrimary ? 'primary' : 'secondary'}>
            {t('documents.upload')}
          </SubmitButton>
        </div>
      </ConsoleForm>
    </Panel>
  )
}
