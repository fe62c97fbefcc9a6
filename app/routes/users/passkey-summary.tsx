import { useTranslation } from '../../i18n/use-translation'

/** How many passkeys a person has and when the newest was added, as others see it. */
export function PasskeySummary({ total, newestAt }: { total: number; newestAt: string | null }) {
  const { t } = useTranslation('users')
  return newestAt ? t('passkeys.some', { total, at: newestAt }) : t('passkeys.none')
}
