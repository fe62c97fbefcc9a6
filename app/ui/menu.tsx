import { createContext, useId, useLayoutEffect, useState, type ButtonHTMLAttributes, type ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { buttonClass, type ButtonProps } from './button'
import { Icon, type IconName } from './icon'
import { useCloseOnNavigation } from './dialogs/use-close-on-navigation'
import { isOpen, knowsPopovers } from './popover'
import { Link } from './link'

type MenuProps = {
  /** The button's name, for screen readers when only its icon or picture is visible. */
  label: string
  /** What the button shows; by default the label. */
  trigger?: ReactNode
  icon?: IconName
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  children: ReactNode
}

/**
 * Whether the surrounding menu was ever open with script running, after which script-only entries are drawn. Most menus are never
 * opened, and the server's HTML has none of these entries.
 */
export const WasOpened = createContext(false)

/** A button that opens a popover, with or without scripts. The children are `MenuLink`, `MenuButton` or a form. */
export function Menu({ label, trigger, icon, variant = 'quiet', size, children }: MenuProps) {
  const id = useId()
  const popover = useCloseOnNavigation<HTMLDivElement>()
  const [wasOpened, setOpened] = useState(false)
  // It may have been opened before hydration.
  useLayoutEffect(() => {
    if (!knowsPopovers() || (popover.current && isOpen(popover.current))) setOpened(true)
  }, [popover])
  const iconOnly = trigger === undefined && icon !== undefined
  return (
    <div className="menu">
      <button
        type="button"
        popoverTarget={id}
        aria-label={iconOnly || trigger !== undefined ? label : undefined}
        className={buttonClass({ variant, size, iconOnly })}
      >
        {icon ? <Icon name={icon} /> : null}
        {iconOnly ? null : (trigger ?? label)}
      </button>
      <div ref={popover} id={id} popover="auto" className="popover popover-end" onBeforeToggle={() => setOpened(true)}>
        <WasOpened value={wasOpened}>{children}</WasOpened>
      </div>
    </div>
  )
}

/** The menu of a table row. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu label={label} icon="more" size="small">
      {children}
    </Menu>
  )
}

type ItemLook = { icon?: IconName; danger?: boolean; chosen?: boolean }

const itemClass = (danger?: boolean) => (danger ? 'menu-item menu-item-danger' : 'menu-item')

/** An entry that goes somewhere. */
export function MenuLink({ icon, danger, chosen, children, ...rest }: ItemLook & LinkProps) {
  return (
    <>
      <Link {...rest} className={itemClass(danger)} aria-current={chosen || undefined}>
        <ItemContent icon={icon} chosen={chosen}>
          {children}
        </ItemContent>
      </Link>{' '}
    </>
  )
}

/** An entry that changes something: a submit button of the form around it, unless `type` says otherwise. */
export function MenuButton({
  icon,
  danger,
  chosen,
  children,
  ...rest
}: ItemLook & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="submit" {...rest} className={itemClass(danger)} aria-pressed={chosen}>
      <ItemContent icon={icon} chosen={chosen}>
        {children}
      </ItemContent>
    </button>
  )
}

function ItemContent({ icon, chosen, children }: ItemLook & { children: ReactNode }) {
  return (
    <>
      {icon ? <Icon name={icon} /> : null}
      {children}
      {chosen ? (
        <span className="menu-check">
          <Icon name="check" />
        </span>
      ) : null}
    </>
  )
}

export function MenuSeparator() {
  return <div className="menu-separator" role="separator" />
}
