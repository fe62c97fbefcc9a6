import type { FormEvent } from 'react'
import { useFetcher, useFetchers, useLocation, useNavigate } from 'react-router'
import { nextDocument } from '../../../domain/verifications/documents/application-documents'
import { reviewAddressOf, verdictPath } from '../../../domain/verifications/queue/verification-list'
import { useTranslation } from '../../../i18n/use-translation'
import { Button, buttonClass, blockStrayDoubleClick } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Kbd } from '../../../ui/kbd'
import { searchWith } from '../addresses'
import { SEND_AT_ONCE } from '../../../ui/forms/kept/keep-draft'
import { FormToken, AccountField } from '../../../ui/forms/post-form'
import type { Desk } from '../review/read-review.server'
import type { DeskDocument, ShownDocument } from './use-shown-document'
import { Link } from '../../../ui/link'

/** The ids of the type and file name of the document being read. */
export const DOCUMENT_NAME = 'document-title document-file'

const addressOf = (desk: Pick<Desk, 'id' | 'type'>, documentId: string) =>
  verdictPath(reviewAddressOf(desk), documentId, 'verify')

/** The documents as they will be once verdicts in flight have arrived, so that a verdict shows at once. */
export function useJudgedDocuments(desk: Pick<Desk, 'id' | 'type' | 'documents'>): Desk['documents'] {
  const { documents } = desk
  const underWay = useFetchers()
    .filter(({ formMethod }) => formMethod === 'POST')
    .map(({ formAction }) => formAction?.split('?')[0])
  if (underWay.length === 0 || !documents) return documents
  return documents.map((deskDocument) =>
    underWay.includes(addressOf(desk, deskDocument.id))
      ? { ...deskDocument, status: 'verified', isToVerify: false, rejectionReason: null }
      : deskDocument,
  )
}

const keyOf = (documentId: string) => `verdict-${documentId}`

/** Keeps a verdict's fetcher alive, so that a failed verdict is reported even when another document is open by then. */
export function VerdictFetcher({ id }: { id: string }) {
  useFetcher({ key: keyOf(id) })
  return null
}

/**
 * The verdict on the document being read. Verifying does not wait: with script the next document opens at once, or this one stays
 * when none is left, and the strip shows what the server answers.
 */
export function VerdictButtons({
  desk,
  deskDocument,
  open,
}: {
  desk: Desk
  deskDocument: DeskDocument
  open: ShownDocument
}) {
  const { t } = useTranslation('verifications')
  const { search } = useLocation()
  const navigate = useNavigate()
  const fetcher = useFetcher({ key: keyOf(deskDocument.id) })
  const action = addressOf(desk, deskDocument.id) + searchWith(search, { document: deskDocument.id })

  function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    form.set('stay', 'on')
    void fetcher.submit(form, { method: 'post', action })
    const next = desk.documents && nextDocument(desk.documents, deskDocument.id)
    if (next) void navigate(`${open.href({ document: next.id })}#document`, { preventScrollReset: true, replace: true })
    // When the address names no document, the page would switch to another once this one has a verdict.
    else if (open.searchOf({}) !== search)
      void navigate({ search: open.searchOf({}) }, { preventScrollReset: true, replace: true })
  }

  return (
    <div className="desk-verdict no-print">
      {deskDocument.status === 'verified' ? null : (
        <fetcher.Form method="post" action={action} onSubmit={verify} {...SEND_AT_ONCE}>
          <FormToken />
          <AccountField />
          <input type="hidden" name="seen" value={deskDocument.status} />
          <Button type="submit" size="small" icon="check" aria-keyshortcuts="v" aria-describedby={DOCUMENT_NAME}>
            {t('verdict.verify')}
            <Kbd>v</Kbd>
          </Button>
        </fetcher.Form>
      )}
      {deskDocument.status === 'rejected' ? null : (
        <Link
          to={open.href({ verdict: 'reject' })}
          preventScrollReset
          onClick={blockStrayDoubleClick}
          aria-keyshortcuts="x"
          aria-describedby={DOCUMENT_NAME}
          className={buttonClass({ size: 'small' })}
        >
          <Icon name="x" />
          {t('verdict.reject')}
          <Kbd>x</Kbd>
        </Link>
      )}
    </div>
  )
}
