import type { ReactNode, RefAttributes } from 'react'
import type { Tone } from './badge'
import { Icon, type IconName } from './icon'

const KINDS = {
  info: { tone: 'sky', icon: 'info' },
  ok: { tone: 'green', icon: 'check-circle' },
  warn: { tone: 'amber', icon: 'alert-triangle' },
  danger: { tone: 'red', icon: 'alert-circle' },
  quiet: { tone: 'grey', icon: 'info' },
} satisfies Record<string, { tone: Tone; icon: IconName }>

type CalloutProps = RefAttributes<HTMLDivElement> & {
  kind?: keyof typeof KINDS
  icon?: IconName
  title?: ReactNode
  /** `alert` for something that just went wrong. */
  role?: 'alert' | 'status'
  tabIndex?: number
  autoFocus?: boolean
  children?: ReactNode
}

/** Something to know before going on, inside the page. */
export function Callout({ kind = 'info', icon, title, children, ...rest }: CalloutProps) {
  const look = KINDS[kind]
  return (
    <div className={`callout tone-${look.tone}`} {...rest}>
      <Icon name={icon ?? look.icon} />
      {title ? <p className="callout-title">{title}</p> : null}
      {children ? <div className="callout-text">{children}</div> : null}
    </div>
  )
}
