import { useTranslation } from '../../i18n/use-translation'

/** The first Tab stop: skips the navigation, to `#main`. */
export function SkipLink() {
  const { t } = useTranslation('ui')
  return (
    <a href="#main" className="skip-link">
      {t('skip')}
    </a>
  )
}
