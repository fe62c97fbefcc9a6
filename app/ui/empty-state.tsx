import type { ReactNode } from 'react'
import { FilterChips, type FilterChip } from './lists/filter-chips'
import { Icon, type IconName } from './icon'

type EmptyStateProps = {
  title: string
  text?: string
  icon?: IconName
  /** Announces the text to whoever navigates here. */
  isAnnounced?: boolean
  /** The first action. */
  children?: ReactNode
}

/** Nothing here yet: says what belongs here, and the first thing to do. */
export function EmptyState({ title, text, icon = 'inbox', isAnnounced, children }: EmptyStateProps) {
  return (
    <div className="empty" data-said={isAnnounced ? `${title} ${text ?? ''}` : undefined}>
      <span className="empty-icon">
        <Icon name={icon} size={20} />
      </span>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {children ? <div className="empty-actions">{children}</div> : null}
    </div>
  )
}

/** Nothing matches: shows the active filters, each with a link that removes it. */
export function NoMatch({
  title,
  text,
  chips,
  resetHref,
}: Pick<EmptyStateProps, 'title' | 'text'> & { chips: readonly FilterChip[]; resetHref: string }) {
  return (
    <EmptyState title={title} text={text} icon="search">
      <FilterChips chips={chips} resetHref={resetHref} />
    </EmptyState>
  )
}
