import { createContext, useContext } from 'react'
import { href } from 'react-router'
import { Icon } from '../icon'
import { useTranslation } from '../../i18n/use-translation'
import { UserText } from '../user-text'
import { Link } from '../link'

type ViewLink = { to: string; label: string; current: boolean; count?: string | number }

/** The saved views that the signed-in person has or that are shared with them. */
type SavedViewLink = { id: string; name: string; path: string; search: string }
export const SavedViewsContext = createContext<readonly SavedViewLink[]>([])

type ViewLinksProps = {
  /** Views that everybody has. */
  presets?: readonly ViewLink[]
  path: string
  /** The list's current search params, without its page. */
  search: string
}

/** Views of a list: presets with their counts, then saved ones, then a link to save the current one. */
export function ViewLinks({ presets = [], path, search }: ViewLinksProps) {
  const { t } = useTranslation('ui')
  const kept = useContext(SavedViewsContext).filter((view) => view.path === path)
  const isNew =
    search !== '' && !kept.some((view) => view.search === search) && !presets.some(({ to }) => to === path + search)
  if (presets.length + kept.length === 0 && !isNew) return null
  return (
    <nav className="views" aria-label={t('views.label')}>
      <ul>
        {presets.map((view) => (
          <ViewItem key={view.to} {...view} current={view.current && !kept.some((one) => one.search === search)} />
        ))}
        {kept.map((view) => (
          <ViewItem key={view.id} to={path + view.search} label={view.name} current={view.search === search} />
        ))}
        {isNew ? (
          <li>
            <Link to={`${href('/views/new')}?${new URLSearchParams({ address: path + search })}`} className="view-link">
              <Icon name="plus" />
              {t('views.keep')}
            </Link>
          </li>
        ) : null}
        {kept.length > 0 ? (
          <li>
            <Link to={href('/views')} className="view-link">
              <Icon name="settings" />
              {t('views.manage')}
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

function ViewItem({ to, label, current, count }: ViewLink) {
  return (
    <li>
      <Link to={to} className="view-link" aria-current={current ? 'page' : undefined}>
        <UserText>{label}</UserText>
        {count === undefined ? null : <span className="count"> {count}</span>}
      </Link>
    </li>
  )
}
