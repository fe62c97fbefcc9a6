import { fieldsOf } from '../../../domain/organizations/organization-fields'
import type { FormReply } from '../../../http/forms/form-action.server'
import { useTranslateKey } from '../../../i18n/use-translate-key'
import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton, FormActions } from '../../../ui/button'
import { ConsoleForm, DetourButton } from '../../../ui/forms/console-form'
import { HiddenField, type FormState } from '../../../ui/forms/form'
import { Panel } from '../../../ui/panel'
import { TextArea } from '../../../ui/forms/text-field'
import { moreDocumentsPath, statusPath } from '../addresses'
import type { StepChoices } from '../setup/step-choices.server'
import { SingleField, StepFields, type StepShape } from '../setup/step-fields'
import { AnswerUpload, UploadedDocuments } from './answer-upload'
import type { AskedView, StatusView } from './status-view.server'

export type AnswerExtra = { hasChanged: boolean }
type AnswerFormState = FormState<StepShape, StatusView & { choices: StepChoices }, FormReply<AnswerExtra>>

/** What each field of the page is called in the list of what is wrong: that of its own form, or the item it answers. */
export function useAnswerLabels(asked: readonly AskedView[]): Record<string, string> {
  const { t } = useTranslation('setup')
  const translateKey = useTranslateKey()
  return {
    ...Object.fromEntries(
      asked.flatMap(({ text, place }, index) => {
        if (place.kind !== 'fields') return [[`answers[${index}]`, text]]
        const { step } = place
        const under = step === 'contact' ? 'branches.' : ''
        const labels = fieldsOf(step).map(([name, { label }]) => [under + name, translateKey(label)])
        return step === 'contact'
          ? [['branches', t('step.contact')], ...labels, ['primary', t('field.primary')]]
          : labels
      }),
    ),
    note: t('answer.note'),
  }
}

const hasUpload = ({ place, documents }: AskedView) => place.kind === 'document' && documents.length > 0

const withoutErrors = ({ name, id, key, initialValue }: ReturnType<AnswerFormState['field']>['field']) => ({
  name,
  id,
  key,
  initialValue,
  errors: undefined,
})

/** The form without the errors that asked for a document which has come since. */
function withoutCome(form: AnswerFormState, asked: readonly AskedView[]): AnswerFormState {
  const come = asked.flatMap((item, index) => (hasUpload(item) ? [`answers[${index}]`] : []))
  return { ...form, errors: form.errors.filter(({ name }) => !come.includes(name)) }
}

const hasLostFile = ({ fileState }: { fileState: string }) => fileState === 'infected' || fileState === 'missing'

/** What was asked for, each answered where it stands: its own field, a document, or words. */
export function AnswerForm({ form: refused, asked }: { form: AnswerFormState; asked: readonly AskedView[] }) {
  const { t } = useTranslation('setup')
  const form = withoutCome(refused, asked)
  const { id, application, organizationVersion } = form.drawn
  return (
    <Panel title={t('answer.title')}>
      <ConsoleForm
        state={form}
        seen={{ application: application?.id, version: application?.version, organizationVersion }}
        action={statusPath(id, application?.id)}
        className="form max-w-none"
        preventScrollReset={false}
      >
        <p className="text-ink-soft">{t('answer.text')}</p>
        <ol id="asked" className="grid scroll-mt-20 gap-6">
          {asked.map((item, index) => (
            <li key={index} className="min-w-0">
              <Item form={form} item={item} index={index} />
            </li>
          ))}
        </ol>
        <TextArea {...form.field('note')} optional rows={2} />
        <FormActions>
          <SubmitButton>{t('answer.button')}</SubmitButton>
          {asked.some(({ place }) => place.kind === 'words') || application?.documents.some(hasLostFile) ? (
            <DetourButton to={moreDocumentsPath(id, application?.id)} icon="upload">
              {t('status.more')}
            </DetourButton>
          ) : null}
        </FormActions>
      </ConsoleForm>
    </Panel>
  )
}

function Item({ form, item, index }: { form: AnswerFormState; item: AskedView; index: number }) {
  const { t } = useTranslation(['setup', 'organizations'])
  const answer = form.fields.answers.getFieldList()[index]
  const { place } = item
  const label = t('answer.item', { n: index + 1, item: item.text })
  if (!answer) return null
  if (place.kind === 'words')
    return (
      <div className="grid gap-2">
        <TextArea
          {...form.field(answer)}
          label={label}
          optional={item.documents.length > 0}
          rows={2}
          help={place.isGone ? t('answer.gone') : undefined}
        />
        <UploadedDocuments organizationId={form.drawn.id} documents={item.documents} />
      </div>
    )
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="field-label mb-2 wrap-anywhere">{label}</legend>
      {place.kind === 'fields' ? (
        <>
          <HiddenField field={answer} />
          {place.isWhole ? (
            <StepFields step={place.step} form={form} choices={form.drawn.choices} />
          ) : (
            place.names.map((name) => (
              <SingleField key={name} step={place.step} name={name} form={form} choices={form.drawn.choices} />
            ))
          )}
        </>
      ) : (
        <>
          <AnswerUpload
            organizationId={form.drawn.id}
            application={form.drawn.application?.id ?? null}
            type={place.type}
            documents={item.documents}
          />
          <TextArea
            {...form.field(answer)}
            field={hasUpload(item) ? withoutErrors(answer) : answer}
            label={t('answer.instead')}
            optional
            rows={2}
          />
        </>
      )}
    </fieldset>
  )
}
