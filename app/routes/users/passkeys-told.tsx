import { useTranslation } from '../../i18n/use-translation'

/** How many passkeys somebody has and since when the newest one, for others than themselves. */
export function PasskeysTold({ total, newestAt }: { total: number; newestAt: string | null }) {
  const { t } = useTranslation('users')
  return newestAt ? t('passkeys.some', { total, at: newestAt }) : t('passkeys.none')
}
