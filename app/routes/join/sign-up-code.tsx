import { Trans, useTranslation } from 'react-i18next'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/sign-up-code'
import { servicesContext } from '../../context'
import { codeChannels } from '../../domain/messages/channels'
import { sendCodeInput } from '../../domain/sign-in/input'
import { formatPhone } from '../../domain/phones/phone.server'
import { answerHeaders } from '../../http/answer-headers'
import { readForm } from '../../http/form.server'
import { useTranslateKey } from '../../i18n/use-translate-key'
import { secondsUntil } from '../../i18n/wait-label'
import { AccessFrame } from '../../ui/access-frame'
import { SubmitButton } from '../../ui/button'
import { DemoHint } from '../../ui/demo-hint'
import { Notice } from '../../ui/notice'
import { Resend } from '../../ui/resend'
import { TextField } from '../../ui/text-field'
import { answerFinish } from './finish-answer.server'
import { Gone } from './gone'
import { halfDone, pageOf } from './half-done.server'
import { JoinSteps } from './join-steps'
import { sendJoinCode } from './send-join-code.server'

export const handle = { scripts: false, texts: ['access', 'join'] }
export const headers = answerHeaders

/** A join that has come as far as the code; one that has not leads to the step before. */
async function proving(request: Request, context: Route.LoaderArgs['context']) {
  const join = await halfDone(request, context)
  const { person, challenge } = join
  if (!person || !challenge) throw redirect('/sign-up')
  return { ...join, person, challenge }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const join = await proving(request, context)
  const services = context.get(servicesContext)
  return pageOf(context, join, {
    phoneWords: formatPhone(join.person.phone),
    resendInS: secondsUntil(join.challenge.resendAtMs, services.now()),
    channel: join.challenge.channel,
    channels: codeChannels(services.env),
    isDemo: services.env.isDemo,
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  const join = await proving(request, context)
  const form = await readForm(request, context)
  if (form.get('intent') !== 'resend') return answerFinish(request, form, context, join)
  const { channel } = sendCodeInput.parse({ phone: join.person.phone, channel: form.get('channel') })
  return sendJoinCode(request, context, form, join, channel)
}

export default function SignUpCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('join')
  const { t: access } = useTranslation('access')
  const translateKey = useTranslateKey()
  const gone = actionData?.gone ?? loaderData.gone
  if (gone) return <Gone why={gone} />
  const error = actionData?.errors.code
  const triesLeft = actionData?.triesLeft ?? null
  return (
    <AccessFrame
      title={t('code.title')}
      sentence={
        <Trans
          ns="join"
          i18nKey="code.sentTo"
          values={{ phone: loaderData.phoneWords }}
          components={{ phone: <bdi className="whitespace-nowrap font-semibold" /> }}
        />
      }
      after={
        <Link to="/sign-up" className="link">
          {t('code.change')}
        </Link>
      }
    >
      <JoinSteps now="code" />
      <Form method="post" className="form" noValidate>
        <Notice notice={actionData?.notice} />
        <TextField
          name="code"
          size="code"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          label={t('code.code')}
          help={triesLeft === null ? undefined : access('verify.triesLeft', { n: triesLeft })}
          error={error && translateKey(error)}
          autoFocus
        />
        <SubmitButton name="intent" value="verify" size="large" wide>
          {t('code.submit')}
        </SubmitButton>
      </Form>
      <Resend seconds={loaderData.resendInS} channel={loaderData.channel} channels={loaderData.channels} />
      {loaderData.isDemo && <DemoHint />}
    </AccessFrame>
  )
}
