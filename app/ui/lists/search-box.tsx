import { Icon } from '../icon'
import { useTranslation } from '../../i18n/use-translation'

type SearchBoxProps = {
  name: string
  /** What is searched, such as “Search by name”; also the placeholder. */
  label: string
  defaultValue?: string
  maxLength?: number
}

/** A search field for a GET form; Enter submits it. */
export function SearchBox({ name, label, defaultValue, maxLength = 200 }: SearchBoxProps) {
  const { t } = useTranslation('ui')
  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        type="search"
        name={name}
        aria-label={label}
        placeholder={label}
        defaultValue={defaultValue}
        maxLength={maxLength}
        className="input"
        enterKeyHint="search"
      />
      <button type="submit" className="sr-only" tabIndex={-1}>
        {t('search')}
      </button>
    </div>
  )
}
