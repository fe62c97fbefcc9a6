import { randomUUID } from 'node:crypto'
import type { Route } from './+types/documents'
import { servicesContext } from '../../../context'
import { readerOf } from '../../../http/reader.server'
import { findOwnDocuments } from '../../../domain/setup/document-place.server'
import { failure } from '../../../http/answers/failures.server'
import { redirectOnward } from '../../../http/answers/toast.server'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import { Panel } from '../../../ui/panel'
import { DOCUMENT_TYPES, type DocumentType } from '../../../vocabulary'
import { applicationIn, moreDocumentsPath, statusPath, stepPath, uploadedAtPath } from '../addresses'
import { DocumentList } from '../documents/document-list'
import { documentView } from '../documents/document-view.server'
import { receiveDocument } from '../documents/receive-document.server'
import { UploadForm } from '../documents/upload-form'

export const handle = { texts: ['setup', 'organizations'] }

/** The type whose upload was asked for, where one was: it leads back to what was asked. */
const typeIn = (url: URL): DocumentType | '' =>
  DOCUMENT_TYPES.find((type) => type === url.searchParams.get('type')) ?? ''

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const own = permit(context, 'setup.own')
  const { organizationId } = params
  const services = context.get(servicesContext)
  const found = await findOwnDocuments(services, own, organizationId, applicationIn(url))
  if (!found) throw failure(context, 404)
  if (found.place.kind === 'setup') throw await redirectOnward(context, stepPath(organizationId, 'documents'))
  if (found.place.kind === 'closed') throw await redirectOnward(context, statusPath(organizationId, applicationIn(url)))
  const reader = readerOf(context, own.actor)
  return {
    id: organizationId,
    application: found.place.verificationId,
    type: typeIn(url),
    types: found.place.types,
    formId: randomUUID(),
    documents: found.documents.map((row) => ({
      ...documentView(organizationId, row, reader),
      isRemovable: row.isRemovable,
    })),
  }
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const own = permit(context, 'setup.own')
  const { organizationId } = params
  const application = applicationIn(url)
  const page = uploadedAtPath(organizationId, application, typeIn(url) !== '')
  return receiveDocument({ request, context, organizationId, application, page }, own)
}

export default function MoreDocuments({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('setup')
  const { id, application, type, types, formId, documents } = loaderData
  const suggested = types.find((one) => one === type || types.length === 1) ?? ''
  const address = moreDocumentsPath(id, application, type)
  const page = statusPath(id, application)
  return (
    <>
      <PageTitle>{t('status.more')}</PageTitle>
      <PageHead
        crumbs={[{ label: t('status.title'), to: page }, { label: t('status.more') }]}
        title={t('status.more')}
        sentence={t('documents.neededText')}
      />
      <div className="grid max-w-3xl gap-4">
        <UploadForm address={address} suggestedType={suggested} types={types} formId={formId} answer={actionData} />
        <Panel title={t('documents.listTitle')} flush>
          <DocumentList documents={documents} />
        </Panel>
        <div>
          <ButtonLink to={page} variant="primary">
            {t('documents.backToStatus')}
          </ButtonLink>
        </div>
      </div>
    </>
  )
}
