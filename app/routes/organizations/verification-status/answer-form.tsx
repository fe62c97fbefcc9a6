import { useTranslation } from 'react-i18next'
import { SubmitButton } from '../../../ui/button'
import { ErrorSummary } from '../../../ui/error-summary'
import { FormActions } from '../../../ui/form-layout'
import { Panel } from '../../../ui/panel'
import { TextArea } from '../../../ui/text-field'
import { DetourButton, useWritten, WrittenForm, type Restored } from '../../../ui/written-form'
import { moreDocumentsPath, statusPath } from '../addresses'
import type { StatusView } from './status-view.server'

type AnswerFormProps = {
  organizationId: string
  application: NonNullable<StatusView['application']>
  refusal: Refusal | null
  restored: Restored<Refusal> | null
}

type Refusal = {
  typed: { answers: string[]; note: string }
  /** The version that the next try is judged by. */
  version: number | undefined
  errors: Partial<Record<string, string>>
}

/** What was asked for, each with a place for its answer. */
export function AnswerForm({ organizationId, ...shown }: AnswerFormProps) {
  const { t } = useTranslation('setup')
  const written = useWritten(shown.application, shown.refusal, shown.restored)
  const { drawn: application, refusal } = written
  const errors = Object.entries(refusal?.errors ?? {}).map(([name, text = '']) => {
    const [, index] = name.split('.')
    const item = index === undefined ? t('answer.note') : application.requested[Number(index)]
    return { name, id: `field-${name.replace('.', '-')}`, text: `${item ?? ''}: ${text}` }
  })
  return (
    <Panel title={t('answer.title')}>
      <WrittenForm
        written={written}
        seen={{ version: refusal?.version ?? application.version }}
        action={statusPath(organizationId)}
        className="form max-w-none"
        preventScrollReset={false}
      >
        <p className="text-ink-soft">{t('answer.text')}</p>
        <ErrorSummary errors={errors} />
        {application.requested.map((item, index) => (
          <TextArea
            key={index}
            name="answers"
            id={`field-answers-${index}`}
            label={t('answer.item', { n: index + 1, item })}
            rows={2}
            defaultValue={refusal?.typed.answers[index]}
            error={refusal?.errors[`answers.${index}`]}
          />
        ))}
        <TextArea
          name="note"
          label={t('answer.note')}
          optional
          rows={2}
          defaultValue={refusal?.typed.note}
          error={refusal?.errors.note}
        />
        <FormActions>
          <SubmitButton>{t('answer.button')}</SubmitButton>
          <DetourButton to={moreDocumentsPath(organizationId)} icon="upload">
            {t('status.more')}
          </DetourButton>
        </FormActions>
      </WrittenForm>
    </Panel>
  )
}
