import { useTranslation } from '../../../i18n/use-translation'
import type { FieldProps } from '../field'
import { TextField } from '../text-field'
import './send-code.js'

/** Six digits that were sent to somebody. Says beforehand that they are sent at the last one, where a script does that. */
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
