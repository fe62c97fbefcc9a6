import { Button } from '../../button'
import { tryAgain, useWaitsForConnection } from './connection'
import { Icon } from '../../icon'
import { useTranslation } from '../../../i18n/use-translation'

/** Says that there is no connection while something waits for it. */
export function ConnectionNote() {
  const { t } = useTranslation(['ui', 'errors'])
  if (!useWaitsForConnection()) return null
  return (
    <div className="toast toast-error toast-stays">
      <Icon name="alert-circle" />
      <span className="toast-text">
        {t('errors:toast.generic')}
        <span className="toast-detail">{t('connection.gone')}</span>
      </span>
      <Button size="small" onClick={tryAgain}>
        {t('connection.tryAgain')}
      </Button>
    </div>
  )
}
