import { Icon } from '../icon'
import { useTranslation } from '../../i18n/use-translation'
import { UserText } from '../user-text'
import { Link } from '../link'

export type FilterChip = {
  /** The noun, such as Status. */
  label: string
  /** The chosen value in words. */
  value: string
  /** Address of the list without this filter. */
  removeHref: string
}

/** The active filters, each with a link that removes it, and one link to the whole list. Null when there are none. */
export function FilterChips({ chips, resetHref }: { chips: readonly FilterChip[]; resetHref: string }) {
  const { t } = useTranslation(['ui', 'common'])
  if (chips.length === 0) return null
  return (
    <ul id="chips" className="chips" aria-label={t('filter.active')}>
      {chips.map((chip) => (
        <li key={chip.removeHref}>
          <Link
            to={chip.removeHref}
            className="chip"
            preventScrollReset
            aria-label={t('filter.remove', { label: chip.label, value: chip.value })}
          >
            <span className="chip-label">{t('common:labelled', { label: chip.label, value: '' }).trimEnd()}</span>
            <UserText>{chip.value}</UserText>
            <Icon name="x" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={resetHref} className="button button-quiet button-small" preventScrollReset>
          {t('filter.reset')}
        </Link>
      </li>
    </ul>
  )
}
