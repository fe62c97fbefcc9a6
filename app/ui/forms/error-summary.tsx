import { useEffect, useRef } from 'react'
import { fieldId } from './field'
import { Icon } from '../icon'
import { useTranslation } from '../../i18n/use-translation'

export type FieldError = { name: string; text: string; id?: string; label?: string }

/** Lists a form's errors, and takes the focus once for each answer; null for fewer than two errors, since the field itself shows one. */
export function ErrorSummary({ answer, errors }: { answer: unknown; errors: readonly FieldError[] }) {
  const { t } = useTranslation(['ui', 'common'])
  const box = useRef<HTMLDivElement>(null)
  const told = errors.length < 2 ? null : answer
  useEffect(() => {
    if (told) box.current?.focus()
  }, [told])
  if (errors.length < 2) return null
  return (
    <div ref={box} className="error-summary" role="alert" tabIndex={-1} aria-labelledby="error-summary-title">
      <p id="error-summary-title" className="error-summary-title">
        <Icon name="alert-circle" />
        {t('errorSummary.title', { count: errors.length })}
      </p>
      <ul>
        {errors.map((error) => (
          <li key={error.name}>
            <a href={`#${fieldId(error.name, error.id)}`}>
              {error.label ? t('common:labelled', { label: error.label, value: error.text }) : error.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
