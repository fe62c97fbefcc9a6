import { Callout } from '../../callout'
import { useTranslation } from '../../../i18n/use-translation'
import { Link } from '../../link'

/** Says in a form that it was taken before with other words, and leads to what it made where that has a page. */
export function SentBeforeNote({ made }: { made: string | null }) {
  const { t } = useTranslation('ui')
  return (
    <Callout kind="warn" role="alert" title={t('sentBefore.title')}>
      <p>{t('sentBefore.text')}</p>
      {made === null ? null : (
        <Link to={made} className="link">
          {t('sentBefore.made')}
        </Link>
      )}
    </Callout>
  )
}
