import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { useNavigation, type LinkProps } from 'react-router'
import { Icon, type IconName } from './icon'
import { Link } from './link'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'small' | 'normal' | 'large'
  icon?: IconName
  /** Full width of its container. */
  wide?: boolean
  /** Shows only the icon; the text becomes the accessible name. */
  iconOnly?: boolean
}

export function buttonClass({ variant = 'secondary', size = 'normal', wide, iconOnly }: Look, extra?: string) {
  return [
    `button button-${variant}`,
    size !== 'normal' && `button-${size}`,
    wide && 'button-wide',
    iconOnly && 'button-icon',
    extra,
  ]
    .filter(Boolean)
    .join(' ')
}

export type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    busy?: boolean
    /** Also acts on the second half of a double click that began on another element in its place; otherwise {@link blockStrayDoubleClick} stops it. */
    takesSecondClick?: boolean
  }

let pressed: EventTarget | null = null

/** Stops the second half of a double click when another element has taken the place of the one that the first half pressed. */
export const blockStrayDoubleClick = (event: MouseEvent) => {
  if (event.detail > 1 && event.currentTarget !== pressed) event.preventDefault()
  else pressed = event.currentTarget
}

/**
 * A native button; `type` is `button` unless given. A busy one shows a spinner and stays focusable. `onClick` gets only clicks that
 * {@link blockStrayDoubleClick} lets through.
 */
export function Button({
  variant,
  size,
  icon,
  wide,
  iconOnly,
  busy,
  takesSecondClick = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!takesSecondClick) blockStrayDoubleClick(event)
    if (!event.defaultPrevented) onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, wide, iconOnly }, className)}
    >
      <Content icon={icon} iconOnly={iconOnly} busy={busy}>
        {children}
      </Content>
    </button>
  )
}

/** Submits its form; primary unless told otherwise; busy while the POST of this very button is in flight. */
export function SubmitButton({ variant = 'primary', ...rest }: ButtonProps) {
  const navigation = useNavigation()
  const posting = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const mine = rest.name === undefined || navigation.formData?.get(rest.name) === rest.value
  return <Button type="submit" variant={variant} busy={posting && mine} {...rest} />
}

/** A link that looks like a button. The space after it separates it from the next one when there are no styles. */
export function ButtonLink({ variant, size, icon, wide, iconOnly, className, children, ...rest }: Look & LinkProps) {
  return (
    <>
      <Link {...rest} className={buttonClass({ variant, size, wide, iconOnly }, className)}>
        <Content icon={icon} iconOnly={iconOnly}>
          {children}
        </Content>
      </Link>{' '}
    </>
  )
}

function Content({
  icon,
  iconOnly,
  busy,
  children,
}: Pick<ButtonProps, 'icon' | 'iconOnly' | 'busy' | 'children'>): ReactNode {
  return (
    <>
      {busy ? <span className="spinner" aria-hidden /> : null}
      {icon ? <Icon name={icon} /> : null}
      {iconOnly ? <span className="sr-only">{children}</span> : children}
    </>
  )
}

/** The buttons under a form; the primary one comes first, because Enter presses the first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form-actions">{children}</div>
}
