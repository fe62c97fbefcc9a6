import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { BrandLink } from './brand-link'
import { Icon, type IconName } from '../icon'
import { Link } from '../link'
import { useCloseOnNavigation } from '../dialogs/use-close-on-navigation'
import { useTranslation } from '../../i18n/use-translation'

type NavItem = {
  to: string
  label: string
  icon: IconName
  /** The number of open items behind the entry, formatted. */
  count?: string | number
  /** Current only at exactly this address, not below it. */
  end?: boolean
}
export type NavGroup = { label: string; items: readonly NavItem[] }

type SidebarProps = {
  id: string
  brand: string
  home?: string
  groups: readonly NavGroup[]
  foot?: ReactNode
  collapsed?: boolean
}

/** The same markup is a fixed sidebar from 900 px up, and a popover below. */
export function Sidebar({ id, brand, home, groups, foot, collapsed }: SidebarProps) {
  const { t } = useTranslation('ui')
  const popover = useCloseOnNavigation<HTMLElement>()
  const { pathname } = useLocation()
  return (
    <nav ref={popover} id={id} popover="auto" className="sidebar" aria-label={t('navigation.label')}>
      <div className="sidebar-brand">
        <BrandLink brand={brand} to={home} />
        <button
          ref={takeFocus}
          autoFocus
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className="button button-quiet button-icon sidebar-close"
          aria-label={t('close')}
        >
          <Icon name="x" />
        </button>
      </div>
      <div className="sidebar-nav">
        {groups.map((group) => {
          const isSaidByItem = group.items.every(({ label }) => label === group.label)
          return (
            <div key={group.label} className="sidebar-group">
              {isSaidByItem ? null : (
                <p className="sidebar-label" aria-hidden>
                  {group.label}
                </p>
              )}
              <ul aria-label={isSaidByItem ? undefined : group.label}>
                {group.items.map((item) => {
                  const isCurrent = isAt(item, pathname)
                  return (
                    <li key={item.to}>
                      <Link
                        to={item.to}
                        title={collapsed ? item.label : undefined}
                        aria-current={isCurrent ? 'page' : undefined}
                        className={isCurrent ? 'sidebar-link active' : 'sidebar-link'}
                      >
                        <Icon name={item.icon} />
                        <span className="sidebar-text">{item.label}</span>
                        {item.count === undefined ? null : <span className="count"> {item.count}</span>}
                      </Link>
                    </li>
                  )
                })}
              </ul>
            </div>
          )
        })}
      </div>
      {foot ? <div className="sidebar-foot">{foot}</div> : null}
    </nav>
  )
}

/** The drawer focuses it on opening. The server's HTML has the attribute; React does not set it in the browser. */
const takeFocus = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')

/** At the entry's address, with or without a final slash, or below it. */
function isAt({ to, end }: NavItem, pathname: string): boolean {
  const entry = withSlash(to)
  const here = withSlash(pathname.toLowerCase())
  return here === entry || (!end && here.startsWith(entry))
}

const withSlash = (path: string): string => path.replace(/\/*$/, '/')
