import { useTranslation } from 'react-i18next'
import { data, Link, redirect } from 'react-router'
import type { Route } from './+types/onboarding'
import { languageContext, servicesContext } from '../../context'
import { findLandingPath } from '../../domain/join/landing-path.server'
import { joinLeftMs, nextStep, STEP_ADDRESSES } from '../../domain/join/join'
import { findVerifiedInvite } from '../../domain/join/verify-invite.server'
import { answerHeaders } from '../../http/answer-headers'
import { clearJoin, readJoin } from '../../http/join-cookie.server'
import { readSession } from '../../http/session.server'
import { waitLabel } from '../../i18n/wait-label'
import { AccessFrame } from '../../ui/access-frame'
import { ButtonLink } from '../../ui/button'
import { StepList } from './step-list'

export const handle = { scripts: false, texts: ['access', 'join'] }
export const headers = answerHeaders

/** Takes up a half-done join where it was left; whoever is signed in is led home. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const session = await readSession(request, services)
  const cookies = new Headers()
  for (const cookie of session.setCookie) cookies.append('Set-Cookie', cookie)
  if (session.actor) throw redirect(await findLandingPath(services, session.actor.id), { headers: cookies })
  const kept = readJoin(request, services)
  const { invite, refusal } = kept ? await findVerifiedInvite(services, kept.invite) : { invite: null, refusal: null }
  if (refusal) cookies.append('Set-Cookie', clearJoin(services))
  const join = invite ? kept : null
  const step = nextStep(join)
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
        <Link to="/sign-in" className="link">
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
          <ButtonLink to="/use-invite?other" variant="quiet" wide prefetch="none">
            {t('onboarding.again')}
          </ButtonLink>
        )}
      </div>
    </AccessFrame>
  )
}
