import { randomUUID } from 'node:crypto'
import type { Route } from './+types/documents'
import { languageContext, servicesContext } from '../../../context'
import { NEEDED_DOCUMENTS, nextSetupStep } from '../../../domain/setup/setup-steps'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Panel } from '../../../ui/panel'
import { setupPath, stepPath } from '../addresses'
import { DocumentList } from '../documents/document-list'
import { documentView } from '../documents/document-view.server'
import { readSetup } from './read-setup.server'
import { receiveDocument } from '../documents/receive-document.server'
import { SetupFrame } from './step-list'
import { UploadForm } from '../documents/upload-form'

export const handle = { texts: ['setup', 'organizations'] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const own = permit(context, 'setup.own')
  const { stored, documents, missing, progress } = await readSetup(context, own, params.organizationId)
  const { id } = stored.organization
  const reader = {
    language: context.get(languageContext),
    timeZone: own.actor.timeZone,
    now: context.get(servicesContext).now(),
  }
  return {
    id,
    formId: randomUUID(),
    progress,
    missing,
    documents: documents.map((row) => ({ ...documentView(id, row, reader), isRemovable: row.isRemovable })),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const own = permit(context, 'setup.own')
  const { organizationId } = params
  return receiveDocument({ request, context, organizationId, page: stepPath(organizationId, 'documents') }, own)
}

export default function Documents({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['setup', 'organizations'])
  const { id, formId, progress, missing, documents } = loaderData
  const next = nextSetupStep(progress, 'documents')
  return (
    <SetupFrame organizationId={id} progress={progress} step="documents">
      <Panel title={t('documents.needed')}>
        <p className="text-ink-soft">{t('documents.neededText')}</p>
        <ul className="mt-2 grid gap-1">
          {NEEDED_DOCUMENTS.map((type) => {
            const isThere = !missing.includes(type)
            return (
              <li key={type} className="flex items-center gap-2">
                <span className={isThere ? 'text-ok' : 'text-ink-soft'}>
                  <Icon
                    name={isThere ? 'check-circle' : 'minus'}
                    label={t(isThere ? 'documents.has' : 'documents.lacks')}
                  />
                </span>
                {t(`organizations:document.type.${type}`)}
              </li>
            )
          })}
        </ul>
      </Panel>
      <UploadForm
        address={stepPath(id, 'documents')}
        suggestedType={missing[0] ?? ''}
        isPrimary={missing.length > 0}
        formId={formId}
        answer={actionData}
      />
      <Panel title={t('documents.listTitle')} flush>
        <DocumentList documents={documents} />
      </Panel>
      <div>
        <ButtonLink
          to={next ? stepPath(id, next) : setupPath(id)}
          variant={missing.length === 0 ? 'primary' : 'secondary'}
        >
          {t('documents.continue')}
        </ButtonLink>
      </div>
    </SetupFrame>
  )
}
