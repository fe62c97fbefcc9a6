import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/status'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import { answersInput } from '../../../domain/setup/answers-input'
import { answerRequest, findVerificationStatus } from '../../../domain/setup/verification-status.server'
import { restore } from '../../../http/drafts.server'
import { versionOf } from '../../../domain/form-fields'
import { failure } from '../../../http/failures.server'
import { readForm } from '../../../http/form.server'
import { permit } from '../../../http/permit.server'
import { respond } from '../../../http/respond.server'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { NothingWritten } from '../../../ui/kept-form'
import { PageHead } from '../../../ui/page-head'
import { Panel } from '../../../ui/panel'
import { statusPath } from '../addresses'
import { AnswerForm } from './answer-form'
import { DocumentList } from '../documents/document-list'
import { StatusCallout } from './status-callout'
import { StatusTimeline } from './status-timeline'
import { statusView, type StatusView } from './status-view.server'
import { Badge } from '../../../ui/badge'
import { Facts } from '../../../ui/facts'
import { PageTitle } from '../../../ui/page-title'
import { Time } from '../../../ui/time'
import { VERIFICATION_TONES } from '../../../ui/status-tones'

export const handle = { texts: ['setup', 'organizations', 'verifications'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const own = permit(context, 'setup.own')
  const services = context.get(servicesContext)
  const found = await findVerificationStatus(services, own, params.organizationId)
  if (!found) throw failure(context, 404)
  const language = context.get(languageContext)
  const version = found.application?.version
  const restored = await restore({ context, url }, (form) => {
    const typed = readAnswers(form)
    return { typed, version, errors: {} as Record<string, string>, hasChanged: typed.version !== String(version) }
  })
  const reader = { language, timeZone: own.actor.timeZone, now: services.now() }
  return { ...statusView(found, reader), restored }
}

/** Sends the answers: 302 here, 422 with the messages, 409 when the application has moved on; the text is kept. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const own = permit(context, 'setup.own')
  const { organizationId } = params
  const services = context.get(servicesContext)
  const found = await findVerificationStatus(services, own, organizationId)
  if (!found) throw failure(context, 404)
  const form = await readForm(request, context)
  const typed = readAnswers(form)
  const refusal = { typed, version: versionOf(form), errors: {} as Record<string, string>, hasChanged: false }
  const input = answersInput.safeParse(typed)
  if (!input.success) {
    const language = context.get(languageContext)
    const errors = input.error.issues.map(
      ({ path, message }) => [path.join('.'), translate(language, { key: message as TextKey })] as const,
    )
    return data({ ...refusal, errors: Object.fromEntries(errors.toReversed()) }, 422)
  }
  const { requestId } = context.get(requestInfoContext)
  const outcome = await answerRequest(services, own, { organizationId, requestId }, input.data)
  if (outcome.kind === 'conflict')
    return data({ ...refusal, version: outcome.now?.version ?? found.application?.version, hasChanged: true }, 409)
  const to = statusPath(organizationId)
  return respond(context, outcome, { done: to, toast: 'setup:toast.resubmitted', unchanged: to })
}

function readAnswers(form: FormData) {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
  return { version: texts('version')[0] ?? '', answers: texts('answers'), note: texts('note')[0] ?? '' }
}

export default function Status({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('setup')
  const { id, name, application, restored } = loaderData
  const refusal = actionData && 'typed' in actionData ? actionData : null
  return (
    <>
      <PageTitle>{`${t('status.title')} · ${name}`}</PageTitle>
      <PageHead title={t('status.title')} sentence={t('status.sentence')} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <StatusCallout view={loaderData} hasChanged={(refusal ?? restored?.refusal)?.hasChanged ?? false} />
          {application && application.requested.length > 0 ? (
            <AnswerForm organizationId={id} application={application} refusal={refusal} restored={restored} />
          ) : (
            <NothingWritten />
          )}
          {application ? <ApplicationFacts application={application} /> : null}
          {application ? (
            <Panel title={t('status.documents')} flush>
              <DocumentList documents={application.documents} />
            </Panel>
          ) : null}
        </div>
        {application ? <StatusTimeline timeline={application.timeline} /> : null}
      </div>
    </>
  )
}

export function ApplicationFacts({ application }: { application: NonNullable<StatusView['application']> }) {
  const { t } = useTranslation(['setup', 'verifications'])
  const { type, status, submitted, decided } = application
  return (
    <Panel title={t('status.type')}>
      <Facts
        facts={[
          { label: t('verifications:field.type'), value: t(`verifications:type.${type}`) },
          {
            label: t('verifications:field.status'),
            value: <Badge tone={VERIFICATION_TONES[status]}>{t(`verifications:status.${status}`)}</Badge>,
          },
          { label: t('status.submitted'), value: <Time {...submitted} /> },
          { label: t('status.decided'), value: decided ? <Time {...decided} /> : null },
        ]}
      />
    </Panel>
  )
}
