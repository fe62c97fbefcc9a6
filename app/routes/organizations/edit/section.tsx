import type { Route } from './+types/section'
import { permit } from '../../../http/sign-in/permit.server'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { RefusalNotice } from '../../../ui/forms/refusal-notice'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import type { AnyForm } from '../../../ui/forms/form-state'
import { WrittenFormPlaceholder } from '../../../ui/forms/kept/kept-form'
import { Time } from '../../../ui/time'
import { useFieldLabels } from '../setup/field-labels'
import { OtherFields } from '../setup/other-fields'
import { StepFields, type StepShape } from '../setup/step-fields'
import { postSection, readSection, type SectionConflictView } from './section.server'
import { Sentence, UserText } from '../../../ui/user-text'

export const handle = { texts: ['setup', 'organizations'] }

export async function loader(args: Route.LoaderArgs) {
  const editing = permit(args.context, 'organizations.edit')
  return readSection(args, editing)
}

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'organizations.edit')
  return postSection(args, editing)
}

export default function Section({ loaderData, actionData }: Route.ComponentProps) {
  return <SectionDialog key={loaderData.step} loaderData={loaderData} actionData={actionData} />
}

/** The fields of one section in a dialog over the organization's page: the same that its partner fills in. */
function SectionDialog({ loaderData, actionData }: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  const { t } = useTranslation(['organizations', 'setup'])
  const labels = useFieldLabels(loaderData.step)
  const form = useForm<StepShape, typeof loaderData, typeof actionData>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ values }) => values,
    labels,
  })
  const { step, version, formId, isOpen, isNewBrand, choices, closeTo, decidedByTwo } = form.drawn
  const title = isNewBrand ? t('brand.add') : t('editNamed', { section: t(`setup:step.${step}`) })
  const conflict = form.reply?.conflict
  const locked = form.reply?.locked ?? {
    values: Object.fromEntries(decidedByTwo.map((name) => [name, form.drawn.values[name]])),
    refused: {},
  }
  return (
    <DialogRoute title={title} description={<UserText>{form.drawn.organizationName}</UserText>} closeTo={closeTo} wide>
      {isOpen ? (
        <ConsoleForm state={form} seen={{ version, id: formId }}>
          {conflict ? <SectionConflict state={form} conflict={conflict} labels={labels} /> : null}
          <StepFields step={step} form={form} choices={choices} locked={locked} />
          <DialogActions closeTo={closeTo}>
            <SubmitButton>{t('save')}</SubmitButton>
          </DialogActions>
        </ConsoleForm>
      ) : (
        <div className="grid gap-4">
          <WrittenFormPlaceholder />
          <Callout kind="quiet" icon="archive">
            {t('archivedNote')}
          </Callout>
          <DialogActions closeTo={closeTo}>{null}</DialogActions>
        </div>
      )}
    </DialogRoute>
  )
}

type SectionConflictProps = { state: AnyForm; conflict: SectionConflictView; labels: Record<string, string> }

/** Says who changed the section meanwhile, and which fields now differ from what was typed. */
function SectionConflict({ state, conflict, labels }: SectionConflictProps) {
  const { t } = useTranslation('organizations')
  const { because, latest, fields } = conflict
  if (because !== 'stale')
    return (
      <RefusalNotice state={state} title={t('conflict.state')}>
        {t(because === 'archived' ? 'archivedNote' : 'conflict.tooManyText')}
      </RefusalNotice>
    )
  return (
    <RefusalNotice state={state} title={t('conflict.stale')}>
      <p>{t('conflict.staleText')}</p>
      {latest?.actorName ? (
        <p>
          <Sentence>{t('conflict.by', { name: isolateName(latest.actorName) })}</Sentence> · <Time {...latest.at} />
        </p>
      ) : null}
      <OtherFields fields={fields} labels={labels} />
    </RefusalNotice>
  )
}
