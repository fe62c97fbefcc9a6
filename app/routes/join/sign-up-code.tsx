import { redirect, href } from 'react-router'
import type { Route } from './+types/sign-up-code'
import { servicesContext, requestInfoContext } from '../../context'
import { finishJoin, type FinishJoinAnswer } from '../../domain/join/finish-join.server'
import { resendInput } from '../../domain/join/input.server'
import type { JoinWithChallenge } from '../../domain/join/join'
import { findVerifiedInvite } from '../../domain/join/verify-invite.server'
import { codeChannels } from '../../domain/messages/channels'
import { conflict, done, resultOf } from '../../domain/outcome'
import { codeInput } from '../../domain/sign-in/input.server'
import { formatPhone } from '../../domain/phones/phone.server'
import { answerHeaders } from '../../http/answers/answer-headers'
import { clearChallenge, wrongCode } from '../../http/sign-in/challenge.server'
import { readProofs, writeProofs } from '../../http/sign-in/device-proof.server'
import { readDevice } from '../../http/sign-in/device.server'
import { actionByIntent, formAction, type FormReply } from '../../http/forms/form-action.server'
import { clearJoin } from '../../http/sign-in/join-cookie.server'
import { formerToken, startSession } from '../../http/sign-in/session.server'
import { redirectWithToast } from '../../http/answers/toast.server'
import { isolateName } from '../../i18n/isolate-name'
import { RichText } from '../../i18n/rich-text'
import { useTranslation } from '../../i18n/use-translation'
import { secondsUntil } from '../../i18n/wait-label'
import { AccessFrame } from '../../ui/frame/plain/access-frame'
import { SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { DemoHint } from '../../ui/frame/plain/demo-hint'
import { CodeField } from '../../ui/forms/codes/code-field'
import { ConsoleForm } from '../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { useForm } from '../../ui/forms/form'
import { Resend } from '../../ui/forms/codes/resend'
import { Gone } from './gone'
import {
  requireJoin,
  inviteGone,
  otherInviteRejection,
  otherInvite,
  joinPageOf,
  type OtherInvite,
} from './require-join.server'
import { InviteSummary } from './invite-summary'
import { JoinSteps } from './join-steps'
import { postJoinCode, type JoinExtra } from './post-join-code.server'
import { Link } from '../../ui/link'

export const handle = { scripts: false, texts: ['access', 'join'], writes: WRITTEN_FORM_ID }
export const headers = answerHeaders

/** Returns a join that has reached the code step; otherwise redirects to the step before. */
async function requireCodeStep(request: Request, context: Route.LoaderArgs['context']): Promise<JoinWithChallenge> {
  const join = await requireJoin(request, context)
  const { person, challenge } = join
  if (!person || !challenge) throw redirect(href('/sign-up'))
  return { ...join, person, challenge }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const join = await requireCodeStep(request, context)
  const services = context.get(servicesContext)
  return joinPageOf(context, join, {
    formattedPhone: formatPhone(join.person.phone),
    resendInS: secondsUntil(join.challenge.resendAtMs, services.now()),
    channel: join.challenge.channel,
    channels: codeChannels(services.env),
    isDemo: services.env.isDemo,
  })
}

type Finished = Extract<FinishJoinAnswer, { kind: 'joined' | 'already' }>
type NotFinished = OtherInvite | Exclude<FinishJoinAnswer, Finished>

/** Compares the posted code and finishes the join: 302 signed in and home, 422, 409 when the invite is gone, or 429. */
function postFinish(args: Route.ActionArgs, { invite, person, challenge }: JoinWithChallenge) {
  const { request, context } = args
  const services = context.get(servicesContext)
  const device = readDevice(request, services.env)
  return formAction<typeof codeInput, Finished, NotFinished, JoinExtra>(args, {
    schema: codeInput,
    async command({ code }, { requestId, posted }) {
      const found = await findVerifiedInvite(services, invite)
      const other = found.invite && otherInvite(posted, found.invite)
      if (other) return conflict(other)
      const answer = await finishJoin(services, {
        invite,
        person,
        challengeId: challenge.id,
        code,
        deviceId: device.id,
        userAgent: request.headers.get('user-agent') ?? '',
        address: context.get(requestInfoContext).address,
        requestId,
        formerToken: formerToken(request, services),
        proofs: readProofs(request, services.env),
      })
      return answer.kind === 'joined' || answer.kind === 'already' ? done(answer) : conflict(answer)
    },
    conflict(now) {
      if (now.kind === 'other') return otherInviteRejection(now)
      return now.kind === 'gone' ? inviteGone(context, now.why) : wrongCode(context, now)
    },
    async done(outcome) {
      const joined = resultOf(outcome)
      if (joined.kind === 'already') {
        const to = `${href('/sign-in')}?${new URLSearchParams({ phone: person.phone })}`
        const headers = { 'Set-Cookie': clearJoin(services) }
        return redirectWithToast(services, to, 'info', 'join:toast.already', undefined, { headers })
      }
      const headers = new Headers({ 'Cache-Control': 'no-store' })
      const cookies = await startSession(services, { userId: joined.userId, deviceId: device.id }, joined.tokens)
      const kept = writeProofs(services.env, joined.proofs)
      for (const cookie of [...cookies, kept, clearJoin(services), clearChallenge(services.env), ...device.setCookie])
        headers.append('Set-Cookie', cookie)
      const values = { name: isolateName(person.name) }
      return redirectWithToast(services, joined.home, 'success', 'join:toast.welcome', values, { headers })
    },
    secret: ['code'],
  })
}

export async function action(args: Route.ActionArgs) {
  const join = await requireCodeStep(args.request, args.context)
  return actionByIntent(args, {
    verify: () => postFinish(args, join),
    resend: () => postJoinCode(args, resendInput, () => join),
  })
}

export default function SignUpCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('join')
  const { t: access } = useTranslation('access')
  const form = useForm<{ code: string }, typeof loaderData, FormReply<JoinExtra>>({
    drawn: loaderData,
    answer: actionData,
    labels: { code: t('code.code') },
  })
  const { invite, formattedPhone, resendInS, channel, channels, isDemo } = form.drawn
  const gone = form.reply?.gone ?? form.drawn.gone
  if (gone || !invite) return <Gone why={gone ?? 'unknown'} />
  const triesLeft = form.reply?.triesLeft ?? null
  return (
    <AccessFrame
      title={t('code.title')}
      sentence={
        <RichText
          text="join:code.sentTo"
          values={{ phone: formattedPhone }}
          elements={{ phone: <bdi className="unbroken font-semibold" /> }}
        />
      }
      after={
        <Link to={href('/sign-up')} className="link">
          {t('code.change')}
        </Link>
      }
    >
      <JoinSteps now="code" />
      <Callout kind="quiet">
        <InviteSummary invite={invite} />
      </Callout>
      <ConsoleForm state={form} seen={{ invite: invite.id }} className="form">
        <CodeField
          {...form.field('code')}
          help={triesLeft === null ? undefined : access('verify.triesLeft', { n: triesLeft })}
        />
        <SubmitButton name="intent" value="verify" size="large" wide data-sends-code>
          {t('code.submit')}
        </SubmitButton>
      </ConsoleForm>
      <Resend seconds={resendInS} channel={channel} channels={channels} />
      {isDemo && <DemoHint />}
    </AccessFrame>
  )
}
