import { Link } from 'react-router'

export type ViewLink = { to: string; label: string; current: boolean; count?: string | number }

/** Kept ways to look at a list, as links with how many each holds. */
export function ViewLinks({ label, views }: { label: string; views: readonly ViewLink[] }) {
  return (
    <nav className="views" aria-label={label}>
      <ul>
        {views.map((view) => (
          <li key={view.to}>
            <Link to={view.to} prefetch="intent" className="view-link" aria-current={view.current ? 'page' : undefined}>
              <bdi>{view.label}</bdi>
              {view.count === undefined ? null : <span className="count">{view.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
