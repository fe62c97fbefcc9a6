import { useTranslation } from 'react-i18next'
import { JOIN_STEPS, type JoinStep } from '../../domain/join/join'
import type { VerifiedInvite } from '../../domain/join/verify-invite.server'
import { Icon } from '../../ui/icon'
import { InviteSummary } from './invite-summary'

/** Every step with its state in words; the last one names what a logistics provider does after joining. */
export function StepList({ now, invite }: { now: JoinStep; invite: VerifiedInvite | null }) {
  const { t } = useTranslation('join')
  const at = JOIN_STEPS.indexOf(now)
  return (
    <ol className="grid gap-3">
      {JOIN_STEPS.map((step, place) => {
        const state = place < at ? 'done' : place === at ? 'now' : 'ahead'
        const name = step === 'done' && invite?.type === 'invite_logistic_provider' ? 'organization' : step
        return (
          <li key={step} className="flex gap-3" aria-current={state === 'now' ? 'step' : undefined}>
            <span
              className={`mt-0.5 grid size-6 flex-none place-items-center rounded-full text-xs font-semibold tabular-nums ${LOOKS[state]}`}
              aria-hidden
            >
              {state === 'done' ? <Icon name="check" /> : place + 1}
            </span>
            <span className="grid">
              <span className={state === 'now' ? 'font-semibold' : undefined}>
                {t(`step.${name}`)}
                <span className="sr-only"> ({t(`step.state.${state}`)})</span>
              </span>
              {step === 'invite' && invite && (
                <span className="field-help">
                  <InviteSummary invite={invite} />
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const LOOKS = {
  done: 'bg-accent text-accent-ink',
  now: 'bg-accent-tint text-accent',
  ahead: 'bg-sunken text-ink-soft',
} as const
