import type { InputHTMLAttributes, ReactNode } from 'react'
import { describedBy, FieldHelp, fieldId, FieldMessage, Optional, type FieldProps } from './field'
import type { Choice } from './text-field'

type GroupProps = Omit<FieldProps, 'label'> & {
  label: string
  options: readonly Choice[]
  /** `cards` gives each choice a frame of its own. */
  look?: 'lines' | 'cards'
  required?: boolean
}

/** One of few, all seen at once. */
export function RadioGroup({ defaultValue, ...group }: GroupProps & { defaultValue?: string }) {
  return <Group {...group} type="radio" chosen={defaultValue === undefined ? [] : [defaultValue]} />
}

/** Any of few; sent as repeated keys. */
export function CheckboxGroup({ defaultValue = [], ...group }: GroupProps & { defaultValue?: readonly string[] }) {
  return <Group {...group} type="checkbox" chosen={defaultValue} />
}

function Group({ type, chosen, ...group }: GroupProps & { type: 'radio' | 'checkbox'; chosen: readonly string[] }) {
  const id = fieldId(group.name, group.id)
  return (
    <fieldset id={id} className="field" aria-describedby={describedBy(id, group)}>
      <legend className={group.labelHidden ? 'sr-only' : 'field-label mb-1'}>
        {group.label}
        {group.optional ? <Optional /> : null}
      </legend>
      <FieldHelp id={id} help={group.help} />
      <div className={group.look === 'cards' ? 'choices choices-cards' : 'choices'}>
        {group.options.map((option) => (
          <label key={option.value} className="choice">
            <input
              type={type}
              name={group.name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              disabled={option.disabled}
              required={type === 'radio' && group.required}
              aria-invalid={group.error ? true : undefined}
              className="check"
            />
            <span>{option.label}</span>
            {option.help ? <span className="choice-help">{option.help}</span> : null}
          </label>
        ))}
      </div>
      <FieldMessage id={id} error={group.error} />
    </fieldset>
  )
}

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & {
  name: string
  label: ReactNode
  help?: string
  error?: string
}

/** A single yes or no. */
export function Checkbox({ label, help, error, ...rest }: CheckboxProps) {
  const id = fieldId(rest.name, rest.id)
  return (
    <div>
      <label className="choice" htmlFor={id}>
        <input
          {...rest}
          id={id}
          type="checkbox"
          className="check"
          aria-describedby={describedBy(id, { help, error })}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
      </label>
      <div className="grid gap-1 ps-6.5">
        <FieldHelp id={id} help={help} />
        <FieldMessage id={id} error={error} />
      </div>
    </div>
  )
}
