import { useContext, useId } from 'react'
import { useFetcher } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { FieldHelp, FieldMessage } from '../../../ui/forms/field'
import { DetourButton } from '../../../ui/forms/console-form'
import { AccountContext } from '../../../ui/forms/post-form'
import { Icon } from '../../../ui/icon'
import { useScripted } from '../../../ui/scripted'
import type { DocumentType } from '../../../vocabulary'
import { documentPath, moreDocumentsPath } from '../addresses'
import { UserText } from '../../../ui/user-text'
import { FORM_FIELDS } from '../../../form-protocol'
import type { Reply } from '../../../ui/forms/form-state'

type AnswerUploadProps = {
  organizationId: string
  application: string | null
  type: DocumentType
  /** What came for it already. */
  documents: readonly { id: string; fileName: string; isRemovable: boolean }[]
}

/**
 * A document where it is asked for: taken by the camera of a phone, or chosen from the files, and sent at once. Without script
 * the page of documents takes it, and the answers wait.
 */
export function AnswerUpload({ organizationId, application, type, documents }: AnswerUploadProps) {
  const { t } = useTranslation(['setup', 'organizations'])
  const isScripted = useScripted()
  const name = t(`organizations:document.type.${type}`)
  const address = moreDocumentsPath(organizationId, application, type)
  return (
    <div className="grid gap-2">
      <UploadedDocuments organizationId={organizationId} documents={documents} />
      {isScripted ? (
        <UploadHere address={address} type={type} name={name} />
      ) : (
        <div>
          <DetourButton to={address} icon="upload">
            {t('answer.upload', { document: name })}
          </DetourButton>
        </div>
      )}
    </div>
  )
}

/** The documents that came for an item. One is taken back by a button of the answers, whose words are kept meanwhile. */
export function UploadedDocuments({
  organizationId,
  documents,
}: Pick<AnswerUploadProps, 'organizationId' | 'documents'>) {
  const { t } = useTranslation('setup')
  if (documents.length === 0) return null
  return (
    <ul className="grid gap-1">
      {documents.map(({ id, fileName, isRemovable }) => (
        <li key={id} className="flex flex-wrap items-center gap-2">
          <span className="text-ok">
            <Icon name="check-circle" label={t('documents.has')} />
          </span>
          <a href={documentPath(organizationId, id)} target="_blank" rel="noreferrer" className="link wrap-anywhere">
            <UserText>{fileName}</UserText>
          </a>
          {isRemovable ? (
            <Button
              type="submit"
              formAction={documentPath(organizationId, id)}
              formNoValidate
              variant="quiet"
              size="small"
              icon="trash"
              aria-label={t('documents.removeNamed', { name: fileName })}
            >
              {t('documents.remove')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const FILES = '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg'

function UploadHere({ address, type, name }: { address: string; type: DocumentType; name: string }) {
  const { t } = useTranslation(['setup', 'common'])
  const fetcher = useFetcher<Reply>({ key: address })
  const id = useId()
  const writer = useContext(AccountContext)
  const { file, type: asked } = fetcher.data?.result.error ?? {}
  const error = file?.[0] ?? asked?.[0]
  const isSending = fetcher.state !== 'idle'

  function send(input: HTMLInputElement) {
    const file = input.files?.[0]
    if (!file || isSending) return void (input.value = '')
    const form = new FormData()
    form.set('type', type)
    form.set(FORM_FIELDS.writer, writer)
    form.set('file', file)
    // A file that is taken has no answer: that of the one before is none of it.
    fetcher.reset()
    void fetcher.submit(form, { method: 'post', action: address, encType: 'multipart/form-data' })
    input.value = ''
  }
  const field = (capture: boolean) => (
    <label className="button button-secondary relative">
      <Icon name={capture ? 'camera' : 'upload'} />
      {t(capture ? 'answer.photo' : 'answer.file')}
      <span className="sr-only">{t('common:labelled', { label: '', value: name })}</span>
      <input
        type="file"
        className="absolute inset-0 cursor-pointer opacity-0"
        accept={capture ? 'image/jpeg,image/png' : FILES}
        capture={capture ? 'environment' : undefined}
        aria-disabled={isSending || undefined}
        aria-describedby={error ? `${id}-error` : `${id}-help`}
        onChange={(event) => send(event.currentTarget)}
      />
    </label>
  )
  return (
    <div className="field">
      <FieldHelp id={id} help={t('documents.fileHelp')} />
      <div className="flex flex-wrap gap-2">
        <span className="hidden pointer-coarse:contents">{field(true)}</span>
        {field(false)}
      </div>
      <p role="status" className="field-help">
        {isSending ? t('answer.sending') : null}
      </p>
      <FieldMessage id={id} error={error} />
    </div>
  )
}
