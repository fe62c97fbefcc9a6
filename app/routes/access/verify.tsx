import { Trans, useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import type { Route } from './+types/verify'
import { servicesContext } from '../../context'
import { codeChannels, usableChannel } from '../../domain/messages/channels'
import { findLandingPath } from '../../domain/join/landing-path.server'
import { formatPhone, normalisePhone } from '../../domain/phones/phone.server'
import { answerHeaders } from '../../http/answer-headers'
import { readChallenge } from '../../http/challenge.server'
import { readDevice } from '../../http/device.server'
import { readForm } from '../../http/form.server'
import { safeRedirect } from '../../http/safe-redirect'
import { readSessionIfPossible } from '../../http/session.server'
import { useTranslateKey } from '../../i18n/use-translate-key'
import { secondsUntil } from '../../i18n/wait-label'
import { AccessFrame } from '../../ui/access-frame'
import { SubmitButton } from '../../ui/button'
import { DemoHint } from '../../ui/demo-hint'
import { Notice } from '../../ui/notice'
import { Resend } from '../../ui/resend'
import { TextField } from '../../ui/text-field'
import { answerPasskey } from './passkey-answer.server'
import { PasskeyForm } from './passkey-form'
import { answerSendCode } from './send-code-answer.server'
import { answerVerify } from './verify-answer.server'

export const handle = { scripts: false, texts: ['access'] }
export const headers = answerHeaders

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const target = safeRedirect(url.searchParams.get('redirect'))
  const session = await readSessionIfPossible(request, services)
  const cookies = new Headers()
  for (const cookie of session.setCookie) cookies.append('Set-Cookie', cookie)
  if (session.actor) {
    const to = target === '/' ? await findLandingPath(services, session.actor.id) : target
    throw redirect(to, { headers: cookies })
  }
  for (const cookie of readDevice(request, services.env).setCookie) cookies.append('Set-Cookie', cookie)

  const phone = normalisePhone(url.searchParams.get('phone') ?? '')
  // Only what this browser itself asked for: whether somebody else did, or entered a code, is nobody's business.
  const challenge = readChallenge(request, services.env)
  const page = {
    target,
    phone,
    phoneWords: phone && formatPhone(phone),
    resendInS: challenge?.phone === phone ? secondsUntil(challenge.resendAtMs, services.now()) : 0,
    channel: usableChannel(services.env, challenge?.channel ?? 'whatsapp'),
    channels: codeChannels(services.env),
    isDemo: services.env.isDemo,
  }
  return data(page, { headers: cookies })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context)
  if (form.get('intent') === 'passkey') return answerPasskey(request, form, context)
  return form.get('intent') === 'resend' ? answerSendCode(request, form, context) : answerVerify(request, form, context)
}

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('access')
  const translateKey = useTranslateKey()
  const { target, phone, phoneWords } = loaderData
  const error = actionData?.fields.code
  const triesLeft = actionData?.triesLeft ?? null
  const back = new URLSearchParams({ ...(phone && { phone }), ...(target !== '/' && { redirect: target }) })
  return (
    <AccessFrame
      title={t('verify.title')}
      sentence={
        phoneWords ? (
          <Trans
            ns="access"
            i18nKey="verify.sentTo"
            values={{ phone: phoneWords }}
            components={{ phone: <bdi className="whitespace-nowrap font-semibold" /> }}
          />
        ) : (
          t('verify.sentence')
        )
      }
      after={
        <Link to={`/sign-in?${back}`} className="link">
          {t('verify.changeNumber')}
        </Link>
      }
    >
      <Form method="post" className="form" noValidate>
        <Notice notice={actionData?.notice} />
        <input type="hidden" name="phone" value={phone ?? ''} />
        <input type="hidden" name="redirect" value={target} />
        <TextField
          name="code"
          size="code"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          label={t('verify.code')}
          help={triesLeft === null ? undefined : t('verify.triesLeft', { n: triesLeft })}
          error={error && translateKey(error)}
          autoFocus
        />
        <SubmitButton name="intent" value="verify" size="large" wide>
          {t('verify.submit')}
        </SubmitButton>
      </Form>
      {actionData?.needsPasskey ? <PasskeyForm target={target} /> : null}
      {phone && (
        <Resend
          fields={{ phone, redirect: target }}
          seconds={loaderData.resendInS}
          channel={loaderData.channel}
          channels={loaderData.channels}
        />
      )}
      {loaderData.isDemo && <DemoHint />}
    </AccessFrame>
  )
}
