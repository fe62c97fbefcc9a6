import { redirect } from 'react-router'
import type { Route } from './+types/step'
import { languageContext, servicesContext } from '../../../context'
import { stepInput } from '../../../domain/setup/input.server'
import { saveStep } from '../../../domain/setup/save-step.server'
import { isFormStep, nextSetupStep } from '../../../domain/setup/setup-steps'
import { fieldsChangedMeanwhile, type OtherField } from '../../../domain/setup/other-fields.server'
import { drawnFrom, storedFields, type FormValues } from '../../../domain/setup/stored-fields.server'
import { isFrozen } from '../../../domain/organizations/status/organization-status'
import { addressOr, failure } from '../../../http/answers/failures.server'
import { formAction, restoreFormDraft, type FormReply } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { redirectWithReason, redirectWithToast } from '../../../http/answers/toast.server'
import { translate } from '../../../i18n/texts.server'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink, SubmitButton, FormActions } from '../../../ui/button'
import { RefusalNotice } from '../../../ui/forms/refusal-notice'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { setupPath, staffStepPath, statusPath, stepPath } from '../addresses'
import { useFieldLabels } from './field-labels'
import { OtherFields } from './other-fields'
import { readSetup } from './read-setup.server'
import { stepChoices } from './step-choices.server'
import { StepFields, type StepShape } from './step-fields'
import { SetupFrame } from './step-list'
import { isUuid } from '../../../uuid'
import type { OrganizationStatus } from '../../../vocabulary'

export const handle = { texts: ['setup', 'organizations'] }

type Extra = { changed: OtherField[] | null }

export async function loader(args: Route.LoaderArgs) {
  const reading = permit(args.context, 'setup.read')
  const { context, params } = args
  const { step } = params
  if (!isFormStep(step) || !isUuid(params.organizationId)) throw failure(context, 404)
  if (reading.actor.role) throw redirect(staffStepPath(params.organizationId, step))
  const own = permit(context, 'setup.own')
  const { stored, progress } = await readSetup(context, own, params.organizationId)
  const seen = drawnFrom(step, stored)
  const choices = stepChoices(context.get(languageContext), context.get(servicesContext).now())
  const restored = await restoreFormDraft<Extra>(args, (kept, typed) => {
    const changed = fieldsChangedMeanwhile(step, stored, typed, String(kept.get('seen')))
    return { changed: changed.length > 0 ? changed : null, seen: { seen } }
  })
  return {
    id: stored.organization.id,
    seen,
    progress,
    step,
    values: withoutJoinersName(storedFields(step, stored)),
    choices,
    restored,
  }
}

/** A new organization has the name of who made it until it has a legal one: that is not for them to send by mistake. */
const withoutJoinersName = (values: FormValues): FormValues =>
  values.legalName === '' ? { ...values, name: '' } : values

/** Saves the step and leads to the next open one; what was sent to the reviewers meanwhile is closed. */
export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'setup.own')
  const { context, params } = args
  const { organizationId, step } = params
  if (!isFormStep(step)) throw failure(context, 404)
  const services = context.get(servicesContext)
  const leave = (status: OrganizationStatus) => {
    const key = isFrozen(status) ? (`setup:status.${status}` as const) : 'setup:toast.closed'
    return redirectWithReason(context, statusPath(organizationId), 'info', { key })
  }
  const { stored } = await readSetup(context, own, organizationId, leave)
  const reading = { language: context.get(languageContext), country: stored.organization.country }
  return formAction(args, {
    schema: stepInput(step, reading),
    command: (saved, { posted, requestId }) =>
      saveStep(services, own, { organizationId, seen: String(posted.get('seen')), requestId }, saved),
    async conflict(now, _saved, typed) {
      if (now.because === 'closed') throw await leave(now.status)
      const changed = fieldsChangedMeanwhile(step, now.stored, typed, now.seen)
      return { seen: { seen: drawnFrom(step, now.stored) }, extra: { changed } }
    },
    async done() {
      const find = async () => {
        const { progress } = await readSetup(context, own, organizationId)
        const next = nextSetupStep(progress, step)
        return next ? stepPath(organizationId, next) : setupPath(organizationId)
      }
      const to = await addressOr(setupPath(organizationId), find(), args)
      const name = translate(context.get(languageContext), { key: `setup:step.${step}` })
      return redirectWithToast(services, to, 'success', 'setup:toast.saved', { step: name })
    },
  })
}

export default function Step(props: Route.ComponentProps) {
  return <StepForm key={props.loaderData.step} {...props} />
}

function StepForm({ loaderData, actionData }: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  const { t } = useTranslation('setup')
  const { id, step, progress, choices } = loaderData
  const labels = useFieldLabels(step)
  const form = useForm<StepShape, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ values }) => values,
    labels,
  })
  return (
    <SetupFrame organizationId={id} progress={progress} step={step}>
      {form.reply?.changed ? (
        <RefusalNotice state={form} title={t('conflict.stale')}>
          <p>{t('conflict.staleText')}</p>
          <OtherFields fields={form.reply.changed} labels={labels} />
        </RefusalNotice>
      ) : null}
      <ConsoleForm state={form} seen={{ seen: form.drawn.seen }} className="form max-w-none" preventScrollReset={false}>
        <StepFields step={step} form={form} choices={choices} leadsOn />
        <FormActions>
          <SubmitButton>{t('save')}</SubmitButton>
          <ButtonLink to={setupPath(id)} variant="quiet">
            {t('backToSetup')}
          </ButtonLink>
        </FormActions>
      </ConsoleForm>
    </SetupFrame>
  )
}
