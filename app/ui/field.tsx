import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'

export type FieldProps = {
  name: string
  label: ReactNode
  help?: ReactNode
  /** A sentence, already translated. */
  error?: string
  /** Says so beside the label; required fields are the rule and are not marked. */
  optional?: boolean
  /** `field-<name>` unless given; needed when two forms of a page have a field of the same name. */
  id?: string
  /** The label is read but not seen. */
  labelHidden?: boolean
}

export type FieldControl = {
  id: string
  name: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export const fieldId = (name: string, id?: string) => id ?? `field-${name}`

/** Names, help and error tied to one control, which `children` draws from the attributes it is given. */
export function Field({ children, ...field }: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = fieldId(field.name, field.id)
  return (
    <div className="field">
      <label htmlFor={id} className={field.labelHidden ? 'sr-only' : 'field-label'}>
        {field.label}
        {field.optional ? <Optional /> : null}
      </label>
      {children(fieldControl(field))}
      <FieldNotes id={id} help={field.help} error={field.error} />
    </div>
  )
}

export function fieldControl(field: Pick<FieldProps, 'name' | 'id' | 'help' | 'error'>): FieldControl {
  const id = fieldId(field.name, field.id)
  const describedBy = [field.error && `${id}-error`, field.help && `${id}-help`].filter(Boolean).join(' ')
  return {
    id,
    name: field.name,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': field.error ? true : undefined,
  }
}

/** Help and error of a control or of a group. */
export function FieldNotes({ id, help, error }: { id: string; help?: ReactNode; error?: string }) {
  return (
    <>
      {help ? (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="field-error">
          <Icon name="alert-circle" />
          {error}
        </p>
      ) : null}
    </>
  )
}

export function Optional() {
  const { t } = useTranslation('ui')
  return <span className="field-optional">{t('optional')}</span>
}
