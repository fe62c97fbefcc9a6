import { useId, type ReactNode } from 'react'
import { buttonClass } from '../button'
import { appliedChoice } from './applied-choices'
import { Icon } from '../icon'
import { useCloseOnNavigation } from '../dialogs/use-close-on-navigation'
import type { Choice } from '../forms/text-field'
import { useTranslation } from '../../i18n/use-translation'
import { UserText } from '../user-text'

type FilterMenuProps = {
  name: string
  /** The noun: Status, Type, Country. */
  label: string
  /** `count` is how many rows the list would show with the option, in words. */
  options: readonly (Choice & { count?: string })[]
  chosen: readonly string[]
  /** `one` sends a single value; `any`, the default, repeated keys. */
  choose?: 'any' | 'one'
  /** The option of `one` that filters nothing, such as “All types”. */
  allLabel?: string
  /** Drawn before the options. */
  first?: ReactNode
}

/** A compact filter inside a GET form: a button that shows what is chosen and a popover with the choices. */
export function FilterMenu({ name, label, options, chosen, choose = 'any', allLabel, first }: FilterMenuProps) {
  const { t } = useTranslation('ui')
  const id = useId()
  const popover = useCloseOnNavigation<HTMLDivElement>()
  const names = options.filter((option) => chosen.includes(option.value)).map((option) => option.label)
  const type = choose === 'any' ? 'checkbox' : 'radio'
  return (
    <div className="menu">
      <button
        type="button"
        popoverTarget={id}
        className={buttonClass(
          { size: 'normal' },
          names.length > 0 ? 'filter-button filter-button-chosen' : 'filter-button',
        )}
      >
        {label}{' '}
        {names.length > 0 ? (
          <UserText as="span" className="filter-value">
            {names.length === 1 ? names[0] : t('filter.chosen', { n: names.length })}
          </UserText>
        ) : null}
        <Icon name="chevron-down" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className="popover"
        onBeforeToggle={({ newState, currentTarget }) => (newState === 'closed' ? takeBack(currentTarget) : undefined)}
      >
        <fieldset className="filter-options">
          <legend className="sr-only">{label}</legend>
          {allLabel === undefined ? null : (
            <FilterOption type={type} name={name} value="" label={allLabel} checked={names.length === 0} />
          )}
          {first}
          {options.map((option) => (
            <FilterOption
              key={option.value}
              type={type}
              name={name}
              {...option}
              checked={chosen.includes(option.value)}
            />
          ))}
        </fieldset>
        <div className="filter-foot">
          <button type="submit" className={buttonClass({ variant: 'primary', size: 'small', wide: true })}>
            {t('filter.apply')}
          </button>
        </div>
      </div>
    </div>
  )
}

/** Resets options that were ticked but not applied, including while an applied list loads, or a later search would use them unseen. */
function takeBack(popover: HTMLElement): void {
  for (const field of popover.querySelectorAll('input')) field.checked = appliedChoice(field)
}

function FilterOption(props: {
  type: 'checkbox' | 'radio'
  name: string
  value: string
  label: string
  checked: boolean
  count?: string
}) {
  return (
    <label className="menu-item">
      <input type={props.type} name={props.name} value={props.value} defaultChecked={props.checked} className="check" />
      <UserText>{props.label}</UserText>
      {props.count === undefined ? null : <span className="filter-count"> {props.count}</span>}{' '}
    </label>
  )
}
