import { useTranslation } from 'react-i18next'
import { Callout } from '../../ui/callout'
import type { Refused } from './save-form.server'

/** Says that the settings changed in another window; what was typed stands and can be saved again. */
export function ConflictNote({ refused }: { refused: Refused | null }) {
  const { t } = useTranslation('settings')
  if (!refused?.isStale) return null
  return (
    <Callout kind="warn" role="alert" title={t('conflict.title')}>
      {t('conflict.text')}
    </Callout>
  )
}
