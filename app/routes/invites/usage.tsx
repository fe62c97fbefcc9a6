import { useTranslation } from '../../i18n/use-translation'

type UsageProps = {
  /** Both formatted. */
  used: string
  maximum: string
  /** Whole percent, 0 to 100. */
  usedPercent: number
}

/** How much of a code is used up, in numbers and as a bar. */
export function Usage({ used, maximum, usedPercent }: UsageProps) {
  const { t } = useTranslation('invites')
  return (
    <span className="inline-grid min-w-16 gap-1">
      <span>{t('usage', { used, maximum })}</span>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-1 w-16 rounded-full rtl:-scale-x-100"
        aria-hidden
      >
        <rect width="100" height="4" className="fill-line" />
        <rect width={usedPercent} height="4" className="fill-ink-soft" />
      </svg>
    </span>
  )
}
