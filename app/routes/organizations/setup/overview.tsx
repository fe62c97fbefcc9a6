import { useTranslation } from 'react-i18next'
import { data, type RouterContextProvider } from 'react-router'
import type { Route } from './+types/overview'
import { servicesContext, requestInfoContext } from '../../../context'
import { submitOrganization } from '../../../domain/setup/submit.server'
import { versionOf } from '../../../domain/form-fields'
import { readForm } from '../../../http/form.server'
import { permit } from '../../../http/permit.server'
import { respond } from '../../../http/respond.server'
import { Badge } from '../../../ui/badge'
import { SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { PageHead } from '../../../ui/page-head'
import { PageTitle } from '../../../ui/page-title'
import { Panel } from '../../../ui/panel'
import { useWritten, WrittenForm } from '../../../ui/written-form'
import { setupPath, statusPath } from '../addresses'
import { readSetup } from './read-setup.server'
import { StepList } from './step-list'
import type { Permit } from '../../../domain/access'
import { findVerificationStatus } from '../../../domain/setup/verification-status.server'

export const handle = { texts: ['setup', 'organizations'] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const own = permit(context, 'setup.own')
  const { stored, progress } = await readSetup(context, own, params.organizationId)
  const { id, name, status, version } = stored.organization
  const rejection = status === 'rejected' ? await readRejection(context, own, id) : null
  return { id, name, status, version, progress, rejection }
}

/** Submits the application: 302 to its status, 409 when a step is missing or the setup changed in another window. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const own = permit(context, 'setup.own')
  const { organizationId } = params
  const { requestId } = context.get(requestInfoContext)
  const version = versionOf(await readForm(request, context))
  const outcome = await submitOrganization(context.get(servicesContext), own, { organizationId, version, requestId })
  if (outcome.kind === 'conflict') return data({ ...outcome.now }, 409)
  const to = statusPath(organizationId)
  return respond(context, outcome, { done: to, toast: 'setup:toast.submitted', unchanged: to })
}

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['setup', 'organizations'])
  const { id, name, status, progress, rejection } = loaderData
  const answer = actionData && 'because' in actionData ? actionData : null
  const stale = answer?.because === 'stale' ? answer : null
  const written = useWritten(loaderData.version, stale)
  const open = progress.filter(({ isDone }) => !isDone)
  return (
    <>
      <PageTitle>{`${t('title')} · ${name}`}</PageTitle>
      <PageHead
        title={t('title')}
        sentence={t(status === 'rejected' ? 'rejectedSentence' : 'sentence')}
        badge={<Badge tone={status === 'rejected' ? 'red' : 'grey'}>{t(`organizations:status.${status}`)}</Badge>}
      />
      <div className="grid max-w-3xl gap-4">
        {written.refusal ? (
          <Callout kind="warn" role="alert" title={t('conflict.stale')}>
            {t('conflict.staleText')}
          </Callout>
        ) : null}
        {rejection ? (
          <Callout kind="danger" title={t('rejectedTitle')}>
            <p className="whitespace-pre-line wrap-anywhere">{rejection}</p>
          </Callout>
        ) : null}
        <Panel title={t('progress', { count: progress.length, done: progress.length - open.length })} flush>
          <StepList organizationId={id} progress={progress} />
        </Panel>
        <Panel title={t('submit.title')}>
          {open.length === 0 ? (
            <WrittenForm
              written={written}
              seen={{ version: written.refusal?.version ?? written.drawn }}
              action={setupPath(id)}
              className="grid gap-4"
            >
              <p>{t('submit.ready')}</p>
              <div>
                <SubmitButton>{t('submit.button')}</SubmitButton>
              </div>
            </WrittenForm>
          ) : (
            <>
              <p>{t('submit.notReady')}</p>
              <ul className="mt-1 list-disc ps-5">
                {open.map(({ step }) => (
                  <li key={step}>{t(`step.${step}`)}</li>
                ))}
              </ul>
            </>
          )}
        </Panel>
      </div>
    </>
  )
}

/** Why the last application was rejected, in the reviewer's words. */
async function readRejection(
  context: Readonly<RouterContextProvider>,
  own: Permit<'setup.own'>,
  organizationId: string,
): Promise<string | null> {
  const found = await findVerificationStatus(context.get(servicesContext), own, organizationId)
  return found?.application?.rejectionReason ?? null
}
