import { organizationList } from '../../../domain/organizations/organization-list'
import { organizationAddress } from '../../../domain/organizations/organization-address'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { ButtonLink } from '../../../ui/button'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import { Panel } from '../../../ui/panel'
import { ORGANIZATION_TONES } from '../../../ui/status-tones'
import type { SetupStep } from '../../../vocabulary'
import { staffStepPath, statusPath } from '../addresses'
import type { SetupProgress } from './read-setup.server'
import { StepList } from './step-list'
import { Sentence } from '../../../ui/user-text'

/** The setup as staff see it: each step leads to the same section of the organization. */
export function StaffOverview({ view }: { view: SetupProgress }) {
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
      <PageTitle>{[t('title'), name]}</PageTitle>
      <PageHead
        crumbs={[
          { label: t('organizations:title'), to: organizationList.path },
          { label: name, to: pageHref },
          { label: t('title') },
        ]}
        title={t('title')}
        sentence={<Sentence>{t('staffSentence', { name: isolateName(name) })}</Sentence>}
        badge={<Badge tone={ORGANIZATION_TONES[status]}>{t(`organizations:status.${status}`)}</Badge>}
        actions={
          <>
            <ButtonLink to={statusPath(id)}>{t('status.title')}</ButtonLink>
            <ButtonLink to={pageHref}>{t('toOrganization')}</ButtonLink>
          </>
        }
      />
      <div className="max-w-3xl">
        <Panel title={t('progress', { count: progress.length, done })} flush>
          <StepList progress={progress} hrefOf={hrefOf} />
        </Panel>
      </div>
    </>
  )
}
