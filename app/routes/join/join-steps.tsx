import { JOIN_STEPS, type JoinStep } from '../../domain/join/join'
import { useTranslation } from '../../i18n/use-translation'

/** The progress of a join, in words and as a bar. */
export function JoinSteps({ now }: { now: JoinStep }) {
  const { t } = useTranslation('join')
  const at = JOIN_STEPS.indexOf(now)
  return (
    <div className="grid gap-2">
      <div className="flex gap-1.5" aria-hidden>
        {JOIN_STEPS.map((step, index) => (
          <span key={step} className={`h-1 flex-1 rounded-full ${index <= at ? 'bg-accent' : 'bg-line'}`} />
        ))}
      </div>
      <p className="field-help">
        {t('step.position', { n: at + 1, total: JOIN_STEPS.length, name: t(`step.${now}`) })}
      </p>
    </div>
  )
}
