import type { Route } from './+types/status'
import { languageContext, servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { versionOf } from '../../../domain/form-fields'
import { answerRequest } from '../../../domain/setup/answers/answer-request.server'
import { answersInput } from '../../../domain/setup/answers/answers-input.server'
import type { Draft } from '../../../domain/drafts/drafts.server'
import { findVerificationStatus, type VerificationStatusOf } from '../../../domain/setup/verification-status.server'
import { failure } from '../../../http/answers/failures.server'
import { readFormDrafts } from '../../../http/forms/drafts.server'
import { formAction, restoreDraft, type FormReply, type Rejection } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { readerOf } from '../../../http/reader.server'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { useForm } from '../../../ui/forms/form'
import { WrittenFormPlaceholder } from '../../../ui/forms/kept/kept-form'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import { ORGANIZATION_TONES } from '../../../ui/status-tones'
import { UserText } from '../../../ui/user-text'
import { applicationIn, statusPath } from '../addresses'
import { stepChoices } from '../setup/step-choices.server'
import type { StepShape } from '../setup/step-fields'
import { AnswerForm, useAnswerLabels, type AnswerExtra } from './answer-form'
import { AnswerDraft } from './answer-draft'
import { readForStaff } from './read-for-staff.server'
import { StaffStatus } from './staff-status'
import { StatusCallout } from './status-callout'
import { StatusColumns } from './status-columns'
import { statusView } from './status-view.server'
import { answersToCurrentItems } from './typed-answers.server'

export const handle = { texts: ['setup', 'organizations', 'verifications'] }

export { shouldRevalidate } from '../after-conflict'

export async function loader(args: Route.LoaderArgs) {
  const reading = permit(args.context, 'setup.read')
  if (reading.actor.role) return { staff: await readForStaff(args, reading), own: null }
  return { staff: null, own: await readOwn(args, permit(args.context, 'setup.own')) }
}

async function readOwn(args: Route.LoaderArgs, own: Permit<'setup.own'>) {
  const { context, params, url } = args
  const services = context.get(servicesContext)
  const found = await findVerificationStatus(services, own, params.organizationId, applicationIn(url))
  if (!found) throw failure(context, 404)
  const reader = readerOf(context, own.actor)
  const view = statusView(found, reader)
  const { id = '', version } = found.application ?? {}
  const drafts = (await readFormDrafts(args)).filter(isOf(id))
  const restored = await restoreDraft<AnswerExtra>(context, drafts, (kept, typed) => {
    const hasChanged = isOutdated(found, kept)
    return {
      hasChanged,
      seen: {
        application: id,
        version: String(version),
        ...(view.organizationVersion !== null && { organizationVersion: String(view.organizationVersion) }),
      },
      ...(hasChanged && { typed: answersToCurrentItems(view, found, typed) }),
    }
  })
  return { ...view, choices: stepChoices(reader.language, reader.now), restored }
}

/** Answers go with their own application: what was begun for another is neither drawn nor said. */
const isOf =
  (application: string) =>
  ({ fields }: Draft) =>
    fields.some(([name, value]) => name === 'application' && value === application)

/** Whether the applicant was told of something since the form was drawn, or it was of another application. */
const isOutdated = ({ application }: VerificationStatusOf, form: FormData): boolean =>
  form.get('application') !== application?.id || versionOf(form) < (application.timeline[0]?.version ?? 0)

/** Sends the answers; an application that has moved on is a conflict. */
export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'setup.own')
  const { context, params, url } = args
  const { organizationId } = params
  const services = context.get(servicesContext)
  const named = applicationIn(url)
  const found = await findVerificationStatus(services, own, organizationId, named)
  if (!found) throw failure(context, 404)
  const reading = { language: context.get(languageContext), country: found.stored.organization.country }
  const asked = found.application?.asked ?? []
  const places = asked.map(({ place, documents }) => ({ ...place, hasCome: documents.length > 0 }))
  return formAction(args, {
    schema: (posted) => answersInput(places, reading, { isOutdated: isOutdated(found, posted) }),
    command: (input, { requestId }) => answerRequest(services, own, { organizationId, named, requestId }, input),
    conflict(now, _, typed): Rejection<AnswerExtra> {
      const isOrganization = now?.because === 'organization'
      const version = isOrganization ? undefined : (now?.version ?? found.application?.version)
      return {
        seen: {
          ...(isOrganization && { organizationVersion: now.version }),
          ...(version !== undefined && { version }),
          ...(found.application && { application: found.application.id }),
        },
        ...(!isOrganization && {
          typed: answersToCurrentItems(statusView(found, readerOf(context, own.actor)), found, typed),
        }),
        extra: { hasChanged: true },
      }
    },
    done: () => ({ to: statusPath(organizationId, found.application?.id), toast: 'setup:toast.resubmitted' }),
  })
}

export default function Status({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, own } = loaderData
  if (staff) return <StaffStatus view={staff} />
  return <OwnStatus key={own.application?.id} view={own} actionData={actionData} />
}

/** Words to items that are asked for no more; where none is, the note too. */
function unansweredIn(typed: Readonly<Record<string, unknown>> | null | undefined, asked: number) {
  if (!typed || asked === 0) return typed
  return { answers: [typed.answers].flat().slice(asked) }
}

type Own = Awaited<ReturnType<typeof readOwn>>

function OwnStatus({ view, actionData }: { view: Own; actionData: Route.ComponentProps['actionData'] }) {
  const { t } = useTranslation(['setup', 'organizations'])
  const { name, isInSetup, standing, application, restored } = view
  const asked = application?.asked ?? []
  const form = useForm<StepShape, Own, FormReply<AnswerExtra>>({
    drawn: view,
    answer: actionData,
    restored,
    values: ({ application: drawn, values }) => ({ ...values, answers: drawn?.asked.map(() => '') }),
    labels: useAnswerLabels(asked),
  })
  const wasRefused = form.reply !== null && form.restored === null
  const begun = asked.length === 0 && !wasRefused ? view.restored : null
  return (
    <>
      <PageTitle>{[t('status.title'), name]}</PageTitle>
      <PageHead title={t('status.title')} sentence={t('status.sentence')} />
      {isInSetup ? null : (
        <p className="mb-4 flex flex-wrap items-center gap-2">
          <UserText className="font-semibold wrap-anywhere">{name}</UserText>
          {standing ? <Badge tone={ORGANIZATION_TONES[standing]}>{t(`organizations:status.${standing}`)}</Badge> : null}
        </p>
      )}
      <StatusColumns application={application}>
        <StatusCallout
          view={view}
          refused={!begun && form.reply?.hasChanged ? form : null}
          unsent={unansweredIn(form.reply?.result.initialValue, asked.length)}
        />
        {begun ? <AnswerDraft typed={begun.refusal.result.initialValue} token={begun.text} /> : null}
        {asked.length > 0 ? <AnswerForm form={form} asked={asked} /> : <WrittenFormPlaceholder />}
      </StatusColumns>
    </>
  )
}
