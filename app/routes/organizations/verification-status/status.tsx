import { useTranslation } from 'react-i18next'
import type { Route } from './+types/status'
import { languageContext, servicesContext } from '../../../context'
import { versionOf } from '../../../domain/form-fields'
import { answersInput } from '../../../domain/setup/answers-input'
import { answerRequest, findVerificationStatus } from '../../../domain/setup/verification-status.server'
import { failure } from '../../../http/failures.server'
import { formAction, restoreForm, type FormReply } from '../../../http/form-action.server'
import { permit } from '../../../http/permit.server'
import { Badge } from '../../../ui/badge'
import { SubmitButton } from '../../../ui/button'
import { Facts } from '../../../ui/facts'
import { ConsoleForm, DetourButton, useForm, type FormState } from '../../../ui/form'
import { FormActions } from '../../../ui/form-layout'
import { NothingWritten } from '../../../ui/kept-form'
import { PageHead } from '../../../ui/page-head'
import { PageTitle } from '../../../ui/page-title'
import { Panel } from '../../../ui/panel'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import { TextArea } from '../../../ui/text-field'
import { Time } from '../../../ui/time'
import { moreDocumentsPath, statusPath } from '../addresses'
import { DocumentList } from '../documents/document-list'
import { StatusCallout } from './status-callout'
import { StatusTimeline } from './status-timeline'
import { statusView, type StatusView } from './status-view.server'

export const handle = { texts: ['setup', 'organizations', 'verifications'] }

type Extra = { hasChanged: boolean }

export async function loader(args: Route.LoaderArgs) {
  const own = permit(args.context, 'setup.own')
  const { context, params } = args
  const services = context.get(servicesContext)
  const found = await findVerificationStatus(services, own, params.organizationId)
  if (!found) throw failure(context, 404)
  const version = found.application?.version
  const restored = await restoreForm<Extra>(args, (kept) => ({
    hasChanged: versionOf(kept) !== version,
    seen: { version: String(version) },
  }))
  const reader = { language: context.get(languageContext), timeZone: own.actor.timeZone, now: services.now() }
  return { ...statusView(found, reader), restored }
}

/** Sends the answers; an application that has moved on is a conflict. */
export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'setup.own')
  const { context, params } = args
  const { organizationId } = params
  const services = context.get(servicesContext)
  const found = await findVerificationStatus(services, own, organizationId)
  if (!found) throw failure(context, 404)
  return formAction(args, {
    schema: answersInput,
    command: (input, { requestId }) => answerRequest(services, own, { organizationId, requestId }, input),
    conflict(now): { seen?: { version: number }; extra: Extra } {
      const version = now?.version ?? found.application?.version
      return { ...(version !== undefined && { seen: { version } }), extra: { hasChanged: true } }
    },
    done: () => ({ to: statusPath(organizationId), toast: 'setup:toast.resubmitted' }),
  })
}

type AnswerFields = { answers: string[]; note: string }

export default function Status({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('setup')
  const { name, application, restored } = loaderData
  const requested = application?.requested ?? []
  const form = useForm<AnswerFields, StatusView, typeof actionData>({
    drawn: loaderData,
    answer: actionData,
    restored,
    values: (drawn) => ({ answers: drawn.application?.requested.map(() => '') }),
    labels: {
      ...Object.fromEntries(requested.map((item, index) => [`answers[${index}]`, item])),
      note: t('answer.note'),
    },
  })
  return (
    <>
      <PageTitle>{`${t('status.title')} · ${name}`}</PageTitle>
      <PageHead title={t('status.title')} sentence={t('status.sentence')} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <StatusCallout view={loaderData} hasChanged={form.reply?.hasChanged ?? false} />
          {requested.length > 0 ? <AnswerForm form={form} /> : <NothingWritten />}
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

/** What was asked for, each with a place for its answer. */
function AnswerForm({ form }: { form: FormState<AnswerFields, StatusView, FormReply<Extra>> }) {
  const { t } = useTranslation('setup')
  const { id, application } = form.drawn
  const answers = form.fields.answers.getFieldList()
  return (
    <Panel title={t('answer.title')}>
      <ConsoleForm
        state={form}
        seen={{ version: application?.version }}
        action={statusPath(id)}
        className="form max-w-none"
        preventScrollReset={false}
      >
        <p className="text-ink-soft">{t('answer.text')}</p>
        {application?.requested.map((item, index) =>
          answers[index] ? (
            <TextArea
              key={index}
              {...form.field(answers[index])}
              label={t('answer.item', { n: index + 1, item })}
              rows={2}
            />
          ) : null,
        )}
        <TextArea {...form.field('note')} optional rows={2} />
        <FormActions>
          <SubmitButton>{t('answer.button')}</SubmitButton>
          <DetourButton to={moreDocumentsPath(id)} icon="upload">
            {t('status.more')}
          </DetourButton>
        </FormActions>
      </ConsoleForm>
    </Panel>
  )
}

function ApplicationFacts({ application }: { application: NonNullable<StatusView['application']> }) {
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
