import { useTranslation } from '../../../i18n/use-translation'
import type { AnyForm } from '../form-state'
import { RefusalNotice } from '../refusal-notice'
import { Link } from '../../link'

/** Says that the form was already accepted with other content, and links to what it created where that has a page. */
export function SentBeforeNote({ state, made }: { state: AnyForm; made: string | null }) {
  const { t } = useTranslation('ui')
  return (
    <RefusalNotice state={state} title={t('sentBefore.title')}>
      <p>{t('sentBefore.text')}</p>
      {made === null ? null : (
        <Link to={made} className="link">
          {t('sentBefore.made')}
        </Link>
      )}
    </RefusalNotice>
  )
}
