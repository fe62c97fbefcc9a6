import type { ReactNode } from 'react'
import { Announcer } from './announcer'
import { Icon } from '../icon'
import { LoadingBar } from './network/loading-bar'
import { Sidebar, type NavGroup } from './sidebar'
import { SkipLink } from './skip-link'
import { Toaster, type Toast } from './toaster'
import { useTranslation } from '../../i18n/use-translation'

type FrameProps = {
  /** The product's name, beside the logo. */
  brand: string
  /** The logo's link: the start page of the signed-in person. */
  home?: string
  groups: readonly NavGroup[]
  /** Icons only, from 900 px up. */
  collapsed?: boolean
  /** `compact` brings the rows of lists closer together. */
  density?: 'comfortable' | 'compact'
  /** Hides key hints, for when single-key shortcuts are off. */
  hidesKeys?: boolean
  /** The form that switches the sidebar's width. */
  collapseForm?: ReactNode
  /** Start of the top bar: breadcrumbs or a search. */
  start?: ReactNode
  /** End of the top bar: `Menu`s for language, theme and account. */
  menus?: ReactNode
  toasts: readonly Toast[]
  children: ReactNode
}

/** The signed-in shell around every page. Under 900 px the sidebar is a drawer that opens without scripts. */
export function Frame({
  brand,
  home,
  groups,
  collapsed,
  density,
  hidesKeys,
  collapseForm,
  start,
  menus,
  toasts,
  children,
}: FrameProps) {
  const { t } = useTranslation('ui')
  return (
    <div
      className={collapsed ? 'frame frame-collapsed' : 'frame'}
      data-density={density}
      data-keys={hidesKeys ? 'off' : undefined}
    >
      <SkipLink /> <LoadingBar />
      <Sidebar id="sidebar" brand={brand} home={home} groups={groups} foot={collapseForm} collapsed={collapsed} />
      <header className="topbar">
        <button
          type="button"
          popoverTarget="sidebar"
          className="button button-quiet button-icon topbar-menu"
          aria-label={t('navigation.open')}
        >
          <Icon name="menu" size={20} />
        </button>
        <div className="topbar-start">{start}</div>
        <div className="topbar-end">{menus}</div>
      </header>
      <main id="main" className="main" tabIndex={-1}>
        {children}
      </main>
      <Toaster toasts={toasts}>
        <Announcer />
      </Toaster>
    </div>
  )
}
