import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { Facts } from '../../../ui/facts'
import { Panel } from '../../../ui/panel'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import { Time } from '../../../ui/time'
import type { StatusView } from './status-view.server'

export function ApplicationFacts({ application }: { application: NonNullable<StatusView['application']> }) {
  const { t } = useTranslation(['setup', 'verifications'])
  const { type, status, submitted, decided } = application
  return (
    <Panel title={t('status.type')}>
      <Facts
        facts={[
          { label: t('verifications:field.type'), value: t(`verifications:type.${type}`) },
          {
            label: t('verifications:field.status'),
            value: <Badge tone={VERIFICATION_TONES[status]}>{t(`verifications:status.${status}`)}</Badge>,
          },
          { label: t('status.submitted'), value: <Time {...submitted} /> },
          { label: t('status.decided'), value: decided ? <Time {...decided} /> : null },
        ]}
      />
    </Panel>
  )
}
