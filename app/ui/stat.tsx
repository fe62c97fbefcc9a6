import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'
import { Link } from './link'

type StatProps = {
  label: string
  /** The figure, formatted. */
  value: string
  hint?: ReactNode
  /** The change: in words, and its direction. */
  change?: { text: string; direction: 'up' | 'down' | 'none' }
  icon?: IconName
  /** The list behind the figure. */
  to?: string
}

/** One figure of a dashboard. */
export function Stat({ label, value, hint, change, icon, to }: StatProps) {
  return (
    <div className="card stat">
      <h2 className="stat-label">
        {to ? <Link to={to}>{label}</Link> : label}
        {icon ? <Icon name={icon} /> : null}
      </h2>
      <p className="stat-value">{value}</p>
      {hint ? <p className="stat-hint">{hint}</p> : null}
      {change ? (
        <p className="stat-hint stat-change">
          {change.direction === 'none' ? null : <Icon name={change.direction === 'up' ? 'arrow-up' : 'arrow-down'} />}
          {change.text}
        </p>
      ) : null}
    </div>
  )
}

type StatsProps = {
  /** For figures above a work list: on a phone one line each, without hints, so that the work is on the first screen. */
  isBrief?: boolean
  children: ReactNode
}

/** Figures side by side, as many as fit. */
export function Stats({ isBrief = false, children }: StatsProps) {
  return <div className={`stats ${isBrief ? 'stats-brief' : ''}`}>{children}</div>
}
