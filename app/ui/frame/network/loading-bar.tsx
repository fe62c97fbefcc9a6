import { useNavigation } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'

/** A thin bar at the top while the next page loads. */
export function LoadingBar() {
  const { t } = useTranslation('ui')
  const navigation = useNavigation()
  if (navigation.state === 'idle') return null
  return <div className="loading-bar" role="progressbar" aria-label={t('loading')} />
}
