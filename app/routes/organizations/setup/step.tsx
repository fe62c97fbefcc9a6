import { redirect } from 'react-router'
import type { Route } from './+types/step'
import { languageContext, servicesContext } from '../../../context'
import { stepInput } from '../../../domain/setup/input.server'
import { saveStep } from '../../../domain/setup/save-step.server'
import { isFormStep, nextSetupStep } from '../../../domain/setup/setup-steps'
import { storedFields, type FormValues } from '../../../domain/setup/stored-fields.server'
import { versionOf } from '../../../domain/form-fields'
import { addressOr, failure } from '../../../http/answers/failures.server'
import { formAction, restoreFormDraft, type FormReply } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { leadAway, redirectWithToast } from '../../../http/answers/toast.server'
import { translate } from '../../../i18n/texts.server'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink, SubmitButton, FormActions } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { setupPath, staffStepPath, statusPath, stepPath } from '../addresses'
import { useFieldLabels } from './field-labels'
import { readSetup } from './read-setup.server'
import { stepChoices } from './step-choices.server'
import { StepFields, type StepShape } from './step-fields'
import { SetupFrame } from './step-list'
import { isUuid } from '../../../uuid'

export const handle = { texts: ['setup', 'organizations'] }

type Extra = { isStale: boolean }

export async function loader(args: Route.LoaderArgs) {
  const reading = permit(args.context, 'setup.read')
  const { context, params } = args
  const { step } = params
  if (!isFormStep(step) || !isUuid(params.organizationId)) throw failure(context, 404)
  if (reading.actor.role) throw redirect(staffStepPath(params.organizationId, step))
  const own = permit(context, 'setup.own')
  const { stored, progress } = await readSetup(context, own, params.organizationId)
  const { id, version } = stored.organization
  const fields = storedFields(step, stored)
  const isBasicDone = progress.some((one) => one.step === 'basic' && one.isDone)
  const choices = stepChoices(context.get(languageContext), context.get(servicesContext).now())
  const restored = await restoreFormDraft<Extra>(args, (kept) => ({
    isStale: versionOf(kept) !== version,
    seen: { version: String(version) },
  }))
  return {
    id,
    version,
    progress,
    step,
    values: isBasicDone ? fields : withoutOwnName(fields, reading.actor.username),
    choices,
    restored,
  }
}

/** A new organization has the name of who made it until it has one of its own: that is not for them to send by mistake. */
const withoutOwnName = (values: FormValues, username: string): FormValues =>
  values.name === username ? { ...values, name: '' } : values

/** Saves the step and leads to the next open one; what was sent to the reviewers meanwhile is closed. */
export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'setup.own')
  const { context, params } = args
  const { organizationId, step } = params
  if (!isFormStep(step)) throw failure(context, 404)
  const services = context.get(servicesContext)
  const leave = () => leadAway(context, statusPath(organizationId), 'info', { key: 'setup:toast.closed' })
  await readSetup(context, own, organizationId, leave)
  return formAction(args, {
    schema: stepInput(step),
    command: (saved, { posted, requestId }) =>
      saveStep(services, own, { organizationId, version: versionOf(posted), requestId }, saved),
    async conflict({ because, version }) {
      if (because === 'closed') throw await leave()
      return { seen: { version }, extra: { isStale: true } }
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
  const form = useForm<StepShape, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ values }) => values,
    labels: useFieldLabels(step),
  })
  return (
    <SetupFrame organizationId={id} progress={progress} step={step}>
      {form.reply?.isStale ? (
        <Callout kind="warn" role="alert" title={t('conflict.stale')}>
          {t('conflict.staleText')}
        </Callout>
      ) : null}
      <ConsoleForm
        state={form}
        seen={{ version: form.drawn.version }}
        className="form max-w-none"
        preventScrollReset={false}
      >
        <StepFields step={step} form={form} choices={choices} />
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
