import { Badge } from './badge'
import { useTranslation } from '../i18n/use-translation'

const TONES = { unscanned: 'amber', infected: 'red', missing: 'red' } as const

/** Says why a document's file cannot be opened; null when it can. */
export function FileStateBadge({ state }: { state: keyof typeof TONES | 'ready' }) {
  const { t } = useTranslation('organizations')
  if (state === 'ready') return null
  return (
    <span>
      <Badge tone={TONES[state]} icon="alert-triangle">
        {t(`document.file.${state}`)}
      </Badge>
    </span>
  )
}
