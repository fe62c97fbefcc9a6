import { useTranslation } from 'react-i18next'
import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '../../../context'
import { can, type Permit } from '../../../domain/access'
import { organizationAddress } from '../../../domain/organizations/organization-address'
import { isEditable } from '../../../domain/organizations/status-change'
import { findProgress } from '../../../domain/setup/setup.server'
import { failure } from '../../../http/failures.server'
import { Badge } from '../../../ui/badge'
import { ButtonLink } from '../../../ui/button'
import { PageHead } from '../../../ui/page-head'
import { PageTitle } from '../../../ui/page-title'
import { Panel } from '../../../ui/panel'
import { ORGANIZATION_TONES } from '../../../ui/status-tones'
import type { SetupStep } from '../../../vocabulary'
import { staffStepPath } from '../addresses'
import { StepList } from './step-list'

/** How far a partner's setup has come, and whether this reader may edit what they filled in; 404 when there is none. */
export async function readProgress(
  context: Readonly<RouterContextProvider>,
  reading: Permit<'setup.read'>,
  organizationId: string,
) {
  const found = await findProgress(context.get(servicesContext), reading, organizationId)
  if (!found) throw failure(context, 404)
  const { actor } = reading
  return {
    ...found,
    mayEdit: can(actor, 'organizations.edit') && isEditable(found.status),
    readsDocuments: can(actor, 'documents.read'),
  }
}

/** The setup as staff see it: each step leads to the same section of the organization. */
export function StaffOverview({ view }: { view: Awaited<ReturnType<typeof readProgress>> }) {
  const { t } = useTranslation(['setup', 'organizations'])
  const { id, name, status, progress, mayEdit, readsDocuments } = view
  const done = progress.filter(({ isDone }) => isDone).length
  const hrefOf = (step: SetupStep) => {
    const isReadable = step === 'brand' || (step === 'documents' && readsDocuments)
    return isReadable || (mayEdit && step !== 'documents') ? staffStepPath(id, step) : null
  }
  const pageHref = organizationAddress(id, 'overview', '')
  return (
    <>
      <PageTitle>{`${t('title')} · ${name}`}</PageTitle>
      <PageHead
        crumbs={[
          { label: t('organizations:title'), to: '/organizations/' },
          { label: name, to: pageHref },
          { label: t('title') },
        ]}
        title={t('title')}
        sentence={t('staffSentence', { name })}
        badge={<Badge tone={ORGANIZATION_TONES[status]}>{t(`organizations:status.${status}`)}</Badge>}
        actions={<ButtonLink to={pageHref}>{t('toOrganization')}</ButtonLink>}
      />
      <div className="max-w-3xl">
        <Panel title={t('progress', { count: progress.length, done })} flush>
          <StepList progress={progress} hrefOf={hrefOf} />
        </Panel>
      </div>
    </>
  )
}
