import { useTranslation } from '../../i18n/use-translation'

/** The first stop of the Tab key: past the navigation, to `#main`. */
export function SkipLink() {
  const { t } = useTranslation('ui')
  return (
    <a href="#main" className="skip-link">
      {t('skip')}
    </a>
  )
}
