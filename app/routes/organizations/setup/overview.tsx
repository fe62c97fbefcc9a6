import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/overview'
import { languageContext, servicesContext } from '../../../context'
import { pathsWithDrafts } from '../../../domain/drafts/drafts.server'
import { submitOrganization } from '../../../domain/setup/submit.server'
import { seenVersion } from '../../../domain/form-fields'
import { formAction } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { ButtonLink, SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { RefusalNotice } from '../../../ui/forms/refusal-notice'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import { Panel } from '../../../ui/panel'
import { setupPath, statusPath, stepPath } from '../addresses'
import { rejectionReasonOf } from '../verification-status/status-view.server'
import { readProgress, readSetup } from './read-setup.server'
import { StaffOverview } from './staff-overview'
import { StepList } from './step-list'
import type { Permit } from '../../../domain/access'
import { findVerificationStatus } from '../../../domain/setup/verification-status.server'
import { Link } from '../../../ui/link'
import { UserText } from '../../../ui/user-text'
import { SETUP_STEPS, type SetupStep } from '../../../vocabulary'

export const handle = { texts: ['setup', 'organizations'] }

export { shouldRevalidate } from '../after-conflict'

export async function loader({ context, params }: Route.LoaderArgs) {
  const reading = permit(context, 'setup.read')
  if (reading.actor.role) return { staff: await readProgress(context, reading, params.organizationId), own: null }
  return { staff: null, own: await readOwn(context, permit(context, 'setup.own'), params.organizationId) }
}

async function readOwn(context: Readonly<RouterContextProvider>, own: Permit<'setup.own'>, organizationId: string) {
  const { stored, progress } = await readSetup(context, own, organizationId)
  const { id, name, status, version } = stored.organization
  const rejection = status === 'rejected' ? await readRejection(context, own, id) : null
  const paths = SETUP_STEPS.map((step) => stepPath(id, step))
  const unsavedPaths = await pathsWithDrafts(context.get(servicesContext), own.actor, paths)
  const unsaved = SETUP_STEPS.filter((step) => unsavedPaths.includes(stepPath(id, step)))
  return { id, name, status, version, progress, unsaved, rejection }
}

/** Submits the application; a step that is missing, and a setup that changed in another window, is a conflict. */
export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'setup.own')
  const { organizationId } = args.params
  return formAction(args, {
    schema: z.object({ version: seenVersion }),
    command: ({ version }, { requestId }) =>
      submitOrganization(args.context.get(servicesContext), own, { organizationId, version, requestId }),
    conflict: (now) => ({ ...('version' in now && { seen: { version: now.version } }), extra: { conflict: now } }),
    done: () => ({ to: statusPath(organizationId), toast: 'setup:toast.submitted' }),
  })
}

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, own } = loaderData
  return staff ? <StaffOverview view={staff} /> : <OwnOverview view={own} actionData={actionData} />
}

type Own = Awaited<ReturnType<typeof readOwn>>

function OwnOverview({ view, actionData }: { view: Own; actionData: Route.ComponentProps['actionData'] }) {
  const { t } = useTranslation(['setup', 'organizations'])
  const { id, name, status, progress, unsaved, rejection } = view
  const form = useForm({ drawn: view.version, answer: actionData, labels: {} })
  const open = progress.filter(({ isDone }) => !isDone)
  const [first] = open
  const because = form.reply?.conflict?.because
  return (
    <>
      <PageTitle>{[t('title'), name]}</PageTitle>
      <PageHead
        title={t('title')}
        sentence={t(status === 'rejected' ? 'rejectedSentence' : 'sentence')}
        badge={<Badge tone={status === 'rejected' ? 'red' : 'grey'}>{t(`organizations:status.${status}`)}</Badge>}
      />
      <div className="grid max-w-3xl gap-4">
        {first ? (
          <div>
            <ButtonLink to={stepPath(id, first.step)} variant="primary">
              {t('continue', { step: t(`step.${first.step}`) })}
            </ButtonLink>
          </div>
        ) : null}
        {because ? (
          <RefusalNotice state={form} title={t(`conflict.${because}`)}>
            {t(because === 'stale' ? 'conflict.changedText' : 'conflict.incompleteText')}
          </RefusalNotice>
        ) : null}
        {rejection ? (
          <Callout kind="danger" title={t('rejectedTitle')}>
            <UserText as="p" className="whitespace-pre-line wrap-anywhere">
              {rejection}
            </UserText>
          </Callout>
        ) : null}
        {first ? null : (
          <Panel title={t('submit.title')}>
            <ConsoleForm state={form} seen={{ version: form.drawn }} action={setupPath(id)}>
              <p>{t('submit.ready')}</p>
              {unsaved.length > 0 ? (
                <Callout kind="warn" title={t('submit.unsaved', { count: unsaved.length })}>
                  <StepLinks organizationId={id} steps={unsaved} />
                </Callout>
              ) : null}
              <div>
                <SubmitButton>{t('submit.button')}</SubmitButton>
              </div>
            </ConsoleForm>
          </Panel>
        )}
        <Panel title={t('progress', { count: progress.length, done: progress.length - open.length })} flush>
          <StepList progress={progress} unsaved={unsaved} hrefOf={(step) => stepPath(id, step)} />
        </Panel>
        {first ? (
          <Panel title={t('submit.title')}>
            <p className="mb-1">{t('submit.notReady', { count: open.length })}</p>
            <StepLinks organizationId={id} steps={open.map(({ step }) => step)} />
          </Panel>
        ) : null}
      </div>
    </>
  )
}

function StepLinks({ organizationId, steps }: { organizationId: string; steps: readonly SetupStep[] }) {
  const { t } = useTranslation('setup')
  return (
    <ul className="list-disc ps-5">
      {steps.map((step) => (
        <li key={step}>
          <Link to={stepPath(organizationId, step)} className="link">
            {t(`step.${step}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Why the last application was rejected. */
async function readRejection(
  context: Readonly<RouterContextProvider>,
  own: Permit<'setup.own'>,
  organizationId: string,
): Promise<string | null> {
  const found = await findVerificationStatus(context.get(servicesContext), own, organizationId)
  return found?.application ? rejectionReasonOf(found.application, context.get(languageContext)) : null
}
