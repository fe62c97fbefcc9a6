import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { Language } from '../../vocabulary'
import { Button } from '../button'
import { showToast } from '../frame/toaster'
import { Icon } from '../icon'
import type { LabelledField } from './form'
import { SelectField } from './text-field'

type PickFault = 'gone' | 'slots'

type TemplatePickerProps = {
  /** The template's text in the language of the person choosing. */
  templates: readonly { id: string; reader: string }[]
  /** What the text may be about; empty when that is clear. */
  subjects: readonly { id: string; label: string }[]
  pick: LabelledField
  about?: LabelledField
  /** The intent that its button posts without script. */
  intent: string
  /** Why nothing was inserted, from the server. */
  fault: PickFault | null
  /** Inserts the text into the form; returns why when it cannot. */
  choose: (picked: { template: string; about: string }) => PickFault | null
}

/** Offers templates: listed in the reader's language, inserted in the applicant's. */
export function TemplatePicker({ templates, subjects, pick, about, intent, fault: said, choose }: TemplatePickerProps) {
  const { t } = useTranslation('verifications')
  const [own, setOwn] = useState<{ fault: PickFault | null; count: number } | null>(null)
  const fault = own ? own.fault : said
  if (templates.length === 0) return null
  return (
    <div className="template-picker grid gap-3" role="group" aria-label={t('words.ready')}>
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
          value={intent}
          icon="plus"
          formNoValidate
          onClick={(event) => {
            const form = event.currentTarget.form
            if (!form) return
            event.preventDefault()
            if (event.detail > 1) return
            const chosen = new FormData(form)
            const textOf = (name: string) => String(chosen.get(name) ?? '')
            const refused = choose({
              template: textOf(pick.field.name),
              about: about ? textOf(about.field.name) : '',
            })
            setOwn((before) => ({ fault: refused, count: (before?.count ?? 0) + 1 }))
            if (!refused) showToast({ type: 'success', text: t('words.inserted') })
          }}
        >
          {t('words.insert')}
        </Button>
      </div>
      {fault ? (
        // Redrawn each time, or a second refusal would not be announced.
        <p key={own?.count} className="field-error" role="alert">
          <Icon name="alert-circle" />
          {t(`words.fault.${fault}`)}
        </p>
      ) : null}
    </div>
  )
}

/** The id of a field's `ReaderTranslation`, for the field's `aria-describedby`. */
export const readerTranslationId = (field: { id: string }) => `${field.id}-read-by`

type ReaderTranslationProps = {
  field: { id: string }
  /** The field's text in the language of the person writing. */
  own: string | null
  /** The applicant's language, when they cannot read the text. */
  foreignTo: string | null
}

/** Under text for the applicant: what it says in the reader's language, and a warning when the applicant cannot read it. */
export function ReaderTranslation({ field, own, foreignTo }: ReaderTranslationProps) {
  const { t } = useTranslation(['verifications', 'common'])
  // Drawn before it has text, or that would not be announced; invisible until then.
  return (
    <div id={readerTranslationId(field)} className={own || foreignTo ? 'grid gap-1' : 'sr-only'}>
      {own ? (
        <p className="field-help wrap-anywhere">{t('common:labelled', { label: t('words.own'), value: own })}</p>
      ) : null}
      <div role="status">
        {foreignTo ? (
          <p className="field-help flex items-start gap-1 text-warn">
            <Icon name="alert-triangle" />
            {t('words.foreign', { language: foreignTo })}
          </p>
        ) : null}
      </div>
    </div>
  )
}

type MessagePreviewProps = { around: { before: string; after: string }; lang: Language; text: string }

/** The exact message that the applicant will get, with its link. */
export function MessagePreview({ around, lang, text }: MessagePreviewProps) {
  const { t } = useTranslation('verifications')
  return (
    <details className="desk-fold desk-preview">
      <summary>{t('words.preview')}</summary>
      <p className="desk-fold-body whitespace-pre-line wrap-anywhere" lang={lang} dir="auto">
        {around.before}
        {text || '…'}
        {around.after}
      </p>
    </details>
  )
}
