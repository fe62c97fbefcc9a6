import { data, redirect, href } from 'react-router'
import type { Route } from './+types/onboarding'
import { languageContext, requestInfoContext, servicesContext } from '../../context'
import { findLandingPath } from '../../domain/join/landing-path.server'
import { JOIN_STEPS, joinLeftMs, nextJoinStep, STEP_ADDRESSES, type JoinStep } from '../../domain/join/join'
import { findVerifiedInvite, type VerifiedInvite } from '../../domain/join/verify-invite.server'
import { answerHeaders } from '../../http/answers/answer-headers'
import { clearJoin, readJoin } from '../../http/sign-in/join-cookie.server'
import { readSession } from '../../http/sign-in/session.server'
import { useTranslation } from '../../i18n/use-translation'
import { waitLabel } from '../../i18n/wait-label'
import { AccessFrame } from '../../ui/frame/plain/access-frame'
import { ButtonLink } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { InviteSummary } from './invite-summary'
import { Link } from '../../ui/link'

export const handle = { scripts: false, texts: ['access', 'join'] }
export const headers = answerHeaders

/** Resumes an unfinished join where it was left; a signed-in person is redirected home. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const session = await readSession(request, services, context.get(requestInfoContext).requestId)
  const cookies = new Headers()
  for (const cookie of session.setCookie) cookies.append('Set-Cookie', cookie)
  if (session.actor) throw redirect(await findLandingPath(services, session.actor.id), { headers: cookies })
  const kept = readJoin(request, services)
  const { invite, refusal } = kept ? await findVerifiedInvite(services, kept.invite) : { invite: null, refusal: null }
  if (refusal) cookies.append('Set-Cookie', clearJoin(services))
  const join = invite ? kept : null
  const step = nextJoinStep(join)
  const page = {
    step,
    invite,
    to: step === 'done' ? '/' : STEP_ADDRESSES[step],
    timeLeft: join && waitLabel(joinLeftMs(join, services.now()), context.get(languageContext)),
  }
  return data(page, { headers: cookies })
}

export default function Onboarding({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('join')
  const { step, invite, to, timeLeft } = loaderData
  return (
    <AccessFrame
      title={t('onboarding.title')}
      sentence={t('onboarding.sentence')}
      after={
        <Link to={href('/sign-in')} className="link">
          {t('invite.signIn')}
        </Link>
      }
    >
      <StepList now={step} invite={invite} />
      {timeLeft && <p className="field-help">{t('onboarding.left', { wait: timeLeft })}</p>}
      <div className="grid gap-2">
        <ButtonLink to={to} variant="primary" size="large" wide prefetch="none">
          {step === 'invite' ? t('onboarding.start') : t('onboarding.resume')}
        </ButtonLink>
        {step !== 'invite' && (
          <ButtonLink to={`${href('/use-invite')}?other`} variant="quiet" wide prefetch="none">
            {t('onboarding.again')}
          </ButtonLink>
        )}
      </div>
    </AccessFrame>
  )
}

/** Every step with its state in words; the last one names what a logistics provider does after joining. */
function StepList({ now, invite }: { now: JoinStep; invite: VerifiedInvite | null }) {
  const { t } = useTranslation(['join', 'common'])
  const at = JOIN_STEPS.indexOf(now)
  return (
    <ol className="grid gap-3">
      {JOIN_STEPS.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'ahead'
        const name = step === 'done' && invite?.type === 'invite_logistic_provider' ? 'organization' : step
        return (
          <li key={step} className="flex gap-3" aria-current={state === 'now' ? 'step' : undefined}>
            <span
              className={`mt-0.5 grid size-6 flex-none place-items-center rounded-full text-xs font-semibold tabular-nums ${LOOKS[state]}`}
              aria-hidden
            >
              {state === 'done' ? <Icon name="check" /> : index + 1}
            </span>
            <span className="grid">
              <span className={state === 'now' ? 'font-semibold' : undefined}>
                {t(`step.${name}`)}
                <span className="sr-only">{t('common:labelled', { label: '', value: t(`step.state.${state}`) })}</span>
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
