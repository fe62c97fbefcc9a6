import { Fragment } from 'react'
import { Link } from './link'

export type Tab = { to: string; label: string; current: boolean; count?: string | number }

/** Views of one page as links; the current one is marked for screen readers too. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Fragment key={tab.to}>
          <Link
            to={tab.to}
            preventScrollReset
            className="tab"
            aria-current={tab.current ? 'page' : undefined}
            data-said={tab.current ? tab.label : undefined}
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="count"> {tab.count}</span>}
          </Link>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
