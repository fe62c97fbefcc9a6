import { useTranslation } from '../../../i18n/use-translation'
import type { FieldProps } from '../field'
import { TextField } from '../text-field'
import './send-code.js'

/** A field for a six-digit code. Says beforehand that the last digit submits it, when a script does that. */
export function CodeField({ help, ...field }: FieldProps) {
  const { t } = useTranslation('ui')
  return (
    <TextField
      {...field}
      size="code"
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={16}
      help={
        <>
          {help}
          <span className="if-scripted" data-words={t('codeChecked')} />
        </>
      }
      autoFocus
    />
  )
}
