import { data, href } from 'react-router'
import type { Route } from './+types/verify'
import { servicesContext } from '../../context'
import { codeChannels, usableChannel } from '../../domain/messages/channels'
import { conflict, done, resultOf } from '../../domain/outcome'
import { verifyInput } from '../../domain/sign-in/input.server'
import type { SignedIn } from '../../domain/sign-in/open-signed-in-session.server'
import { formatPhone, normalisePhone } from '../../domain/phones/phone.server'
import { verifyCode, type VerifyCodeAnswer } from '../../domain/sign-in/verify-code.server'
import { answerHeaders } from '../../http/answers/answer-headers'
import { clearChallenge, readChallenge, wrongCode, type CodeExtra } from '../../http/sign-in/challenge.server'
import { keepsNoCookies } from '../../http/cookies/cookies.server'
import { actionByIntent, formAction, type FormReply } from '../../http/forms/form-action.server'
import { safeRedirect } from '../../http/sign-in/safe-redirect'
import { RichText } from '../../i18n/rich-text'
import { useTranslation } from '../../i18n/use-translation'
import { secondsUntil } from '../../i18n/wait-label'
import { AccessFrame } from '../../ui/frame/plain/access-frame'
import { SubmitButton } from '../../ui/button'
import { DemoHint } from '../../ui/frame/plain/demo-hint'
import { Callout } from '../../ui/callout'
import { CodeField } from '../../ui/forms/codes/code-field'
import { ConsoleForm } from '../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { useForm } from '../../ui/forms/form'
import { Resend } from '../../ui/forms/codes/resend'
import { enterConsole, signInBrowserOf, guestCookies, postPasskey } from './enter-console.server'
import { PasskeyForm } from './passkey-form'
import { postSendCode } from './post-send-code.server'
import { Link } from '../../ui/link'

export const handle = { scripts: false, texts: ['access', 'ui'], writes: WRITTEN_FORM_ID }
export const headers = answerHeaders

export async function loader(args: Route.LoaderArgs) {
  const { request, url, context } = args
  const services = context.get(servicesContext)
  const target = safeRedirect(url.searchParams.get('redirect'))
  const cookies = await guestCookies(args, target)
  // Shows only this browser's own challenge: whether somebody else asked for or entered a code must not show.
  const challenge = readChallenge(request, services.env)
  const phone = normalisePhone(url.searchParams.get('phone') ?? '') ?? challenge?.phone ?? null
  const page = {
    target,
    phone,
    formattedPhone: phone && formatPhone(phone),
    resendInS: challenge?.phone === phone ? secondsUntil(challenge.resendAtMs, services.now()) : 0,
    channel: usableChannel(services.env, challenge?.channel ?? 'whatsapp'),
    channels: codeChannels(services.env),
    isDemo: services.env.isDemo,
    keepsNoCookies: keepsNoCookies(request),
  }
  return data(page, { headers: cookies })
}

type NotIn = Exclude<VerifyCodeAnswer, SignedIn>
/** `needsPasskey`: the code was right, but this person signs in with a passkey. */
type Extra = CodeExtra & { needsPasskey: boolean }

/** Compares the posted code: 302 signed in, 422 with the field's message, 403 without the passkey, or 429. */
function postVerify(args: Route.ActionArgs) {
  const { request, context } = args
  const services = context.get(servicesContext)
  return formAction<typeof verifyInput, SignedIn, NotIn, Extra>(args, {
    schema: verifyInput,
    async command({ code, phone }) {
      const challengeId = readChallenge(request, services.env)?.id ?? null
      const answer = await verifyCode(services, { ...(await signInBrowserOf(args)), challengeId, phone, code })
      return answer.kind === 'signedIn' ? done(answer) : conflict(answer)
    },
    async conflict(now, input) {
      if (input.phone === '') return { status: 422, alert: 'access:error.phoneRequired' }
      const challenge = readChallenge(request, services.env)
      // Another page of this browser asked for a code for another phone: this code itself may be right.
      if (now.kind === 'wrong' && challenge && challenge.phone !== input.phone)
        return { status: 422, alert: 'access:error.codeForOther' }
      // The form was sent twice: the first one used the code and signed this browser in.
      if (now.kind === 'wrong' && challenge === null) await guestCookies(args, safeRedirect(input.redirect))
      // This form's page set a cookie: without any, even the right code comes from a browser that asked for none.
      if (now.kind === 'wrong' && !request.headers.has('cookie'))
        return { status: 422, alert: 'access:error.cookiesOff' }
      if (now.kind !== 'passkeyNeeded') return wrongCode(context, now)
      const headers = { 'Set-Cookie': clearChallenge(services.env) }
      return { status: 403, alert: 'access:error.passkeyNeeded', extra: { needsPasskey: true }, headers }
    },
    done: (outcome, input) => enterConsole(args, resultOf(outcome), input.redirect),
    secret: ['code'],
  })
}

export async function action(args: Route.ActionArgs) {
  return actionByIntent(args, {
    verify: () => postVerify(args),
    resend: () => postSendCode(args),
    passkey: () => postPasskey(args),
  })
}

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['access', 'ui'])
  const form = useForm<{ code: string }, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    labels: { code: t('verify.code') },
  })
  const { target, phone, formattedPhone, channel, channels, resendInS, isDemo, keepsNoCookies } = form.drawn
  const triesLeft = form.reply?.triesLeft ?? null
  const back = new URLSearchParams({ ...(phone && { phone }), ...(target !== '/' && { redirect: target }) })
  return (
    <AccessFrame
      title={t('verify.title')}
      sentence={
        formattedPhone ? (
          <RichText
            text="access:verify.sentTo"
            values={{ phone: formattedPhone }}
            elements={{ phone: <bdi className="unbroken font-semibold" /> }}
          />
        ) : (
          t('verify.sentence')
        )
      }
      after={
        <Link to={`${href('/sign-in')}?${back}`} className="link">
          {t('verify.changeNumber')}
        </Link>
      }
    >
      {keepsNoCookies && !form.reply ? <Callout kind="danger" role="alert" title={t('error.cookiesOff')} /> : null}
      <ConsoleForm state={form} seen={{ phone, redirect: target }} className="form">
        <CodeField
          {...form.field('code')}
          help={triesLeft === null ? undefined : t('verify.triesLeft', { n: triesLeft })}
        />
        <SubmitButton name="intent" value="verify" size="large" wide data-sends-code>
          {t('verify.submit')}
        </SubmitButton>
      </ConsoleForm>
      {form.reply?.needsPasskey ? (
        <>
          <PasskeyForm target={target} />
          <noscript>
            <p>{t('ui:proof.needsScript')}</p>
          </noscript>
        </>
      ) : null}
      {phone && (
        <Resend fields={{ phone, redirect: target }} seconds={resendInS} channel={channel} channels={channels} />
      )}
      {isDemo && <DemoHint />}
    </AccessFrame>
  )
}
