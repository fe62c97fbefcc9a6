import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import type { Route } from './+types/step'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import { saveStep } from '../../../domain/setup/save-step.server'
import { isSetupStep, nextStep } from '../../../domain/setup/setup-steps'
import { readTypedStep, type FormStep } from '../../../domain/setup/step-fields'
import { checkStep, storedForm, type StepForm } from '../../../domain/setup/step-form.server'
import { versionOf } from '../../../domain/form-fields'
import { restore } from '../../../http/drafts.server'
import { failure } from '../../../http/failures.server'
import { readForm } from '../../../http/form.server'
import { permit } from '../../../http/permit.server'
import { redirectWithToast } from '../../../http/toast.server'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { ButtonLink, SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { FormActions } from '../../../ui/form-layout'
import { useWritten, WrittenForm } from '../../../ui/written-form'
import { setupPath, statusPath, stepPath } from '../addresses'
import { readSetup } from './read-setup.server'
import { changeRows } from './rows.server'
import { SetupFrame } from './step-list'
import { stepChoices } from './step-choices.server'
import { StepErrors } from './step-errors'
import { StepFields } from './step-fields'

export const handle = { texts: ['setup', 'organizations'] }

const formStep = (step: string): FormStep | null => (isSetupStep(step) && step !== 'documents' ? step : null)

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const own = permit(context, 'setup.own')
  const step = formStep(params.step)
  if (!step) throw failure(context, 404)
  const { stored, progress } = await readSetup(context, own, params.organizationId)
  const { id, version } = stored.organization
  const choices = stepChoices(context.get(languageContext), context.get(servicesContext).now())
  const restored = await restore({ context, url }, (form) => ({
    form: { step, typed: readTypedStep(step, form) } as StepForm,
    version,
    errors: {} as Record<string, string>,
    isStale: versionOf(form) !== version,
    isRowChange: false,
  }))
  return { id, version, progress, form: storedForm(step, stored), choices, restored }
}

/** Saves the step: 302 to the next open one, 422 with the fields' messages, 409 when another window saved first. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const own = permit(context, 'setup.own')
  const { organizationId } = params
  const step = formStep(params.step)
  if (!step) throw failure(context, 404)
  await readSetup(context, own, organizationId)
  const services = context.get(servicesContext)
  const posted = await readForm(request, context)
  const form = { step, typed: readTypedStep(step, posted) } as StepForm
  const refusal = {
    form,
    version: versionOf(posted),
    errors: {} as Record<string, string>,
    isStale: false,
    isRowChange: false,
  }
  const changed = changeRows(form, posted.get('rows'))
  if (changed) return data({ ...refusal, form: changed, isRowChange: true })
  const checked = checkStep(form)
  if ('errors' in checked) {
    const language = context.get(languageContext)
    const errors = [...checked.errors].map(
      ([name, key]) => [name, translate(language, { key: key as TextKey })] as const,
    )
    return data({ ...refusal, errors: Object.fromEntries(errors) }, 422)
  }
  const { requestId } = context.get(requestInfoContext)
  const place = { organizationId, version: refusal.version, requestId }
  const outcome = await saveStep(services, own, place, checked.saved)
  switch (outcome.kind) {
    case 'done': {
      const { progress } = await readSetup(context, own, organizationId)
      const next = nextStep(progress, step)
      const to = next ? stepPath(organizationId, next) : setupPath(organizationId)
      const name = translate(context.get(languageContext), { key: `setup:step.${step}` })
      return redirectWithToast(services, to, 'success', 'setup:toast.saved', { step: name })
    }
    case 'conflict':
      if (outcome.now.because === 'closed')
        return redirectWithToast(services, statusPath(organizationId), 'info', 'setup:toast.closed')
      return data({ ...refusal, version: outcome.now.version, isStale: true }, 409)
    case 'unchanged':
      return redirect(setupPath(organizationId))
    case 'forbidden':
      throw failure(context, 403)
    case 'missing':
      throw failure(context, 404)
  }
}

export default function Step({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('setup')
  const { id, progress, choices } = loaderData
  const answer = actionData && 'form' in actionData && actionData.form.step === loaderData.form.step ? actionData : null
  const written = useWritten(loaderData, answer, loaderData.restored)
  const { drawn, refusal } = written
  const { form, version } = refusal ?? drawn
  const errors = refusal?.errors ?? {}
  return (
    <SetupFrame organizationId={id} progress={progress} step={form.step}>
      {refusal?.isStale ? (
        <Callout kind="warn" role="alert" title={t('conflict.stale')}>
          {t('conflict.staleText')}
        </Callout>
      ) : null}
      <WrittenForm
        written={written}
        seen={{ version }}
        className="form max-w-none"
        preventScrollReset={refusal?.isRowChange ?? false}
      >
        <StepErrors errors={errors} />
        <StepFields form={form} errors={errors} choices={choices} isRowChange={refusal?.isRowChange ?? false} />
        <FormActions>
          <SubmitButton>{t('save')}</SubmitButton>
          <ButtonLink to={setupPath(id)} variant="quiet">
            {t('backToSetup')}
          </ButtonLink>
        </FormActions>
      </WrittenForm>
    </SetupFrame>
  )
}
