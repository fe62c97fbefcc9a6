import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { Icon } from '../icon'
import { useTranslation } from '../../i18n/use-translation'

/** The parts of a Conform field's metadata that a control uses. */
type DrawnField = Pick<FieldMetadata<unknown>, 'name' | 'id' | 'key' | 'initialValue' | 'errors'>
type OfForm = { field: DrawnField; name?: undefined; id?: undefined; error?: undefined }
type Alone = {
  field?: undefined
  name: string
  /** `field-<name>` unless given; needed when two forms of a page have a field of the same name. */
  id?: string
  /** A sentence, already translated. */
  error?: string
}

export type FieldProps = (OfForm | Alone) & {
  label: ReactNode
  help?: ReactNode
  /** Marks the label as optional; required fields are the rule and are not marked. */
  optional?: boolean
  /** The label is for screen readers only. */
  labelHidden?: boolean
}

type FieldMeta = { name: string; id: string; error: string | undefined; key?: string; initialValue?: unknown }

export function metaOf({ field, name, id, error }: Pick<FieldProps, 'field' | 'name' | 'id' | 'error'>): FieldMeta {
  if (!field) return { name: name ?? '', id: fieldId(name ?? '', id), error }
  const { key, initialValue, errors } = field
  return { name: field.name, id: field.id, error: errors?.[0], key, initialValue }
}

type FieldControl = {
  id: string
  name: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export const fieldId = (name: string, id?: string) => id ?? `field-${name}`

/** Ties label, help and error to one control, which `children` draws from the attributes it is given. */
export function Field({ children, ...field }: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const { id, error } = metaOf(field)
  return (
    <div className="field">
      <label htmlFor={id} className={field.labelHidden ? 'sr-only' : 'field-label'}>
        {field.label}
        {field.optional ? <Optional /> : null}
      </label>
      <FieldHelp id={id} help={field.help} />
      {children(fieldControl(field))}
      <FieldMessage id={id} error={error} />
    </div>
  )
}

function fieldControl(field: FieldProps): FieldControl {
  const { id, name, error } = metaOf(field)
  return {
    id,
    name,
    'aria-describedby': describedBy(id, { error, help: field.help }),
    'aria-invalid': error ? true : undefined,
    'aria-required': field.field && !field.optional ? true : undefined,
  }
}

/** The ids of the help and error of a control or a group. */
export function describedBy(id: string, { help, error }: { help?: ReactNode; error?: string }): string | undefined {
  return [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined
}

/** The help under the label. */
export function FieldHelp({ id, help }: { id: string; help?: ReactNode }) {
  if (!help) return null
  return (
    <p id={`${id}-help`} className="field-help">
      {help}
    </p>
  )
}

/** The error under the control. */
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
  return (
    <>
      {' '}
      <span className="field-optional">{t('optional')}</span>
    </>
  )
}
