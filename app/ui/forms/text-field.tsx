import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useTextLanguage } from '../user-text'
import { Field, metaOf, type FieldProps } from './field'

type Without<Attributes> = Omit<Attributes, keyof FieldProps | 'children' | 'size'>

type TextFieldProps = FieldProps &
  Without<InputHTMLAttributes<HTMLInputElement>> & {
    /** `large` on sign-in pages, `code` for one-time codes. */
    size?: 'normal' | 'large' | 'code'
    /** A unit after the value, such as kg. */
    suffix?: string
  }

/** One line of text, a number, date, phone, e-mail or file: whatever `type` says. */
export function TextField({ size = 'normal', suffix, ...props }: TextFieldProps) {
  const [field, rest] = split(props)
  const className = size === 'normal' ? 'input' : `input input-${size}`
  return (
    <Field key={keyOf(props)} {...field}>
      {(control) =>
        suffix ? (
          <div className="input-with-suffix">
            <input type="text" {...rest} {...control} className={`${className} pe-14`} />
            <span className="input-suffix" aria-hidden>
              {suffix}
            </span>
          </div>
        ) : (
          <input
            type="text"
            {...rest}
            {...control}
            aria-required={hasRole(rest.type) ? control['aria-required'] : undefined}
            className={className}
          />
        )
      }
    </Field>
  )
}

/** Color, time and file inputs have no ARIA role, so they cannot be marked as required. */
const hasRole = (type: string | undefined) => type !== 'color' && type !== 'time' && type !== 'file'

type TextAreaProps = FieldProps &
  Without<TextareaHTMLAttributes<HTMLTextAreaElement>> & {
    /** Ids of further descriptions, besides its help and error. */
    notes?: string
  }

/** Several lines; grows with the text where the browser supports it. */
export function TextArea({ notes, ...props }: TextAreaProps) {
  const [field, rest] = split(props)
  return (
    <Field key={keyOf(props)} {...field}>
      {(control) => (
        <textarea
          rows={4}
          {...rest}
          {...control}
          aria-describedby={[control['aria-describedby'], notes].filter(Boolean).join(' ') || undefined}
          className="input"
        />
      )}
    </Field>
  )
}

/** A value that the form itself set, such as by a reset, redraws the control. */
const keyOf = (props: FieldProps) => metaOf(props).key

export type Choice = { value: string; label: string; help?: string; disabled?: boolean }

/** Chooses one of many. `emptyLabel` adds a first option without a value. */
export function SelectField({
  options,
  emptyLabel,
  ...props
}: FieldProps &
  Without<SelectHTMLAttributes<HTMLSelectElement>> & { options: readonly Choice[]; emptyLabel?: string }) {
  const [field, rest] = split(props)
  return (
    <Field key={keyOf(props)} {...field}>
      {(control) => (
        <select {...rest} {...control} className="input">
          {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <Option key={option.value} {...option} />
          ))}
        </select>
      )}
    </Field>
  )
}

function Option({ value, label, disabled }: Choice) {
  return (
    <option value={value} disabled={disabled} lang={useTextLanguage(label)}>
      {label}
    </option>
  )
}

function split<Props extends FieldProps & { defaultValue?: unknown }>(props: Props) {
  const { field, name, label, help, error, optional, id, labelHidden, ...rest } = props
  const { initialValue } = metaOf(props)
  const own = { field, name, label, help, error, optional, id, labelHidden } as FieldProps
  return [own, typeof initialValue === 'string' ? { ...rest, defaultValue: initialValue } : rest] as const
}
