import { useTranslation } from 'react-i18next'
import type { StepForm } from '../../../domain/setup/step-form.server'
import { SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'
import { NothingWritten } from '../../../ui/kept-form'
import { useWritten, WrittenForm } from '../../../ui/written-form'
import { StepErrors } from '../setup/step-errors'
import { StepFields } from '../setup/step-fields'
import type { SectionView } from './read-section.server'
import type { ConflictView } from './conflict-view.server'
import { SectionConflict } from './section-conflict'

type Refusal = {
  form: StepForm
  version: number
  errors: Partial<Record<string, string>>
  conflict: ConflictView | null
  isRowChange: boolean
}

type SectionDialogProps = { view: SectionView & { formId?: string | null }; answer: unknown; title: string }

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'form' in answer

/** The fields of one section over the organization's page: the same ones that its partner fills in. */
export function SectionDialog({ view, answer, title }: SectionDialogProps) {
  const { t } = useTranslation('organizations')
  const written = useWritten(
    view,
    isRefusal(answer) && answer.form.step === view.form.step ? answer : null,
    view.restored,
  )
  const { drawn, refusal } = written
  const { form, version } = refusal ?? drawn
  const errors = refusal?.errors ?? {}
  const { closeTo } = view
  return (
    <DialogRoute title={title} description={<bdi>{view.organizationName}</bdi>} closeTo={closeTo} wide>
      {drawn.isOpen ? (
        <WrittenForm
          written={written}
          seen={{ version, ...(drawn.formId && { id: drawn.formId }) }}
          className="grid gap-4"
        >
          {refusal?.conflict ? <SectionConflict conflict={refusal.conflict} /> : null}
          <StepErrors errors={errors} />
          <StepFields
            form={form}
            errors={errors}
            choices={view.choices}
            isRowChange={refusal?.isRowChange ?? false}
            isBrandNeeded
          />
          <DialogActions closeTo={closeTo}>
            <SubmitButton>{t('save')}</SubmitButton>
          </DialogActions>
        </WrittenForm>
      ) : (
        <div className="grid gap-4">
          <NothingWritten />
          <Callout kind="quiet" icon="archive">
            {t('archivedNote')}
          </Callout>
          <DialogActions closeTo={closeTo}>{null}</DialogActions>
        </div>
      )}
    </DialogRoute>
  )
}
