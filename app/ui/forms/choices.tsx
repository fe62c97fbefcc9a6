import type { InputHTMLAttributes } from 'react'
import { describedBy, FieldHelp, FieldMessage, Optional, metaOf, type FieldProps } from './field'
import type { Choice } from './text-field'
import { UserText } from '../user-text'

type GroupProps = FieldProps & {
  options: readonly Choice[]
  /** `cards` draws a frame around each choice. */
  look?: 'lines' | 'cards'
  required?: boolean
  autoFocus?: boolean
}

/** Chooses one of a few visible options. */
export function RadioGroup({ defaultValue, ...group }: GroupProps & { defaultValue?: string }) {
  return <Group key={metaOf(group).key} {...group} type="radio" chosen={chosenOf(group) ?? textsOf(defaultValue)} />
}

/** Chooses any of a few options; posted as repeated keys. */
export function CheckboxGroup({ defaultValue = [], ...group }: GroupProps & { defaultValue?: readonly string[] }) {
  return <Group key={metaOf(group).key} {...group} type="checkbox" chosen={chosenOf(group) ?? defaultValue} />
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')

/** The values that a Conform field has selected; undefined when it has none set. */
function chosenOf(group: FieldProps): string[] | undefined {
  const { initialValue } = metaOf(group)
  return initialValue === undefined ? undefined : textsOf(initialValue)
}

function Group({ type, chosen, ...group }: GroupProps & { type: 'radio' | 'checkbox'; chosen: readonly string[] }) {
  const { id, name, error } = metaOf(group)
  const open = group.options.filter(({ disabled }) => !disabled)
  // Tab reaches it first, so the group's errors lead to it.
  const first = (type === 'radio' && open.find(({ value }) => chosen.includes(value))) || open[0]
  return (
    <fieldset
      className="field"
      aria-describedby={describedBy(id, { error, help: group.help })}
      {...(type === 'radio' && {
        role: 'radiogroup',
        'aria-required': group.field && !group.optional ? true : undefined,
      })}
    >
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
              id={option === first ? id : undefined}
              name={name}
              value={option.value}
              autoFocus={option === first && group.autoFocus}
              defaultChecked={chosen.includes(option.value)}
              disabled={option.disabled}
              required={type === 'radio' && group.required}
              aria-invalid={error ? true : undefined}
              className="check"
            />
            <UserText as="span">{option.label}</UserText>
            {option.help ? <span className="choice-help"> {option.help} </span> : null}
          </label>
        ))}
      </div>
      <FieldMessage id={id} error={error} />
    </fieldset>
  )
}

type CheckboxProps = Pick<FieldProps, 'field' | 'name' | 'id' | 'error' | 'label' | 'help'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'name' | 'id'>

/** A single yes or no. */
export function Checkbox({ field, name, id, error, label, help, ...rest }: CheckboxProps) {
  const meta = metaOf({ field, name, id, error } as CheckboxProps)
  return (
    <div>
      <label className="choice" htmlFor={meta.id}>
        <input
          {...rest}
          {...(field && { defaultChecked: meta.initialValue === (rest.value ?? 'on') })}
          key={meta.key}
          id={meta.id}
          name={meta.name}
          type="checkbox"
          className="check"
          aria-describedby={describedBy(meta.id, { help, error: meta.error })}
          aria-invalid={meta.error ? true : undefined}
        />
        <span>{label}</span>
      </label>
      <div className="grid gap-1 ps-6.5">
        <FieldHelp id={meta.id} help={help} />
        <FieldMessage id={meta.id} error={meta.error} />
      </div>
    </div>
  )
}
