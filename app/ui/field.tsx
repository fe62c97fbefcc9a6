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
      <FieldHelp id={id} help={field.help} />
      {children(fieldControl(field))}
      <FieldMessage id={id} error={field.error} />
    </div>
  )
}

export function fieldControl(field: Pick<FieldProps, 'name' | 'id' | 'help' | 'error'>): FieldControl {
  const id = fieldId(field.name, field.id)
  return {
    id,
    name: field.name,
    'aria-describedby': describedBy(id, field),
    'aria-invalid': field.error ? true : undefined,
  }
}

/** Ids of the notes that belong to a control or a group. */
export function describedBy(id: string, { help, error }: Pick<FieldProps, 'help' | 'error'>): string | undefined {
  return [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined
}

/** What to know before filling in: under the label. */
export function FieldHelp({ id, help }: { id: string; help?: ReactNode }) {
  if (!help) return null
  return (
    <p id={`${id}-help`} className="field-help">
      {help}
    </p>
  )
}

/** What is wrong: under the control. */
export function FieldMessage({ id, error }: { id: string; error?: string }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className="field-error">
      <Icon name="alert-circle" />
      {error}
    </p>
  )
}

export function Optional() {
  const { t } = useTranslation('ui')
  return <span className="field-optional">{t('optional')}</span>
}
