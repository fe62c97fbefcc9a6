import { useState } from 'react'
import type { DecisionWords } from '../../../domain/verifications/decisions/decision-words.server'
import { isForeign } from '../../../domain/verifications/templates/templates'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import type { LabelledField } from '../../../ui/forms/form'
import { SelectField } from '../../../ui/forms/text-field'
import { inOwnWords, INSERT, wordsOf, type Inserted } from './insert-words'

type TemplatePickerProps = {
  words: DecisionWords
  pick: LabelledField
  /** Not there where it is clear which document the words are about. */
  about?: LabelledField
  /** Why nothing was inserted, from the server. */
  fault: 'gone' | 'slots' | null
  insert: (inserted: Inserted) => void
}

/** Words that are ready: listed in the reader's language, inserted in the applicant's. */
export function TemplatePicker({ words, pick, about, fault: said, insert }: TemplatePickerProps) {
  const { t } = useTranslation('verifications')
  const [own, setOwn] = useState<'gone' | 'slots' | 'none' | null>(null)
  const fault = own === 'none' ? null : (own ?? said)
  const { templates, subjects } = words
  if (templates.length === 0) return null
  return (
    <div className="template-picker grid gap-2" role="group" aria-label={t('words.ready')}>
      <SelectField
        {...pick}
        emptyLabel={t('words.choose')}
        optional
        options={templates.map(({ id, reader }) => ({ value: id, label: reader }))}
      />
      {about && subjects.length > 0 ? (
        <SelectField
          {...about}
          emptyLabel={t('words.noDocument')}
          optional
          options={subjects.map(({ id, label }) => ({ value: id, label }))}
        />
      ) : null}
      <div>
        <Button
          type="submit"
          name="intent"
          value={INSERT}
          size="small"
          icon="plus"
          formNoValidate
          onClick={(event) => {
            const form = event.currentTarget.form
            if (!form) return
            const chosen = new FormData(form)
            const textOf = (name: string) => String(chosen.get(name) ?? '')
            const inserted = wordsOf(words, {
              template: textOf(pick.field.name),
              about: about ? textOf(about.field.name) : '',
            })
            event.preventDefault()
            setOwn(typeof inserted === 'string' ? inserted : 'none')
            if (typeof inserted !== 'string') insert(inserted)
          }}
        >
          {t('words.insert')}
        </Button>
      </div>
      {fault ? (
        <p className="field-error" role="alert">
          <Icon name="alert-circle" />
          {t(`words.fault.${fault}`)}
        </p>
      ) : null}
    </div>
  )
}

type ReadByProps = { words: DecisionWords; written: Partial<Inserted> }

/** Under words to the applicant: what they say in the reader's language, and whether the applicant can read them. */
export function ReadBy({ words, written }: ReadByProps) {
  const { t } = useTranslation(['verifications', 'common'])
  const own = inOwnWords(words, written)
  return (
    <>
      {own ? (
        <p className="field-help wrap-anywhere">{t('common:labelled', { label: t('words.own'), value: own })}</p>
      ) : null}
      {written.text && isForeign(written.text, words.reads) ? (
        <p className="field-help flex items-start gap-1 text-warn" role="status">
          <Icon name="alert-triangle" />
          {t('words.foreign', { language: words.readsName })}
        </p>
      ) : null}
    </>
  )
}

/** The very message that the applicant will get, with its link. */
export function MessagePreview({ words, text }: { words: DecisionWords; text: string }) {
  const { t } = useTranslation('verifications')
  const { before, after } = words.message
  return (
    <details className="desk-fold desk-preview">
      <summary>{t('words.preview')}</summary>
      <p className="desk-fold-body whitespace-pre-line wrap-anywhere" lang={words.reads} dir="auto">
        {before}
        {text || '…'}
        {after}
      </p>
    </details>
  )
}
