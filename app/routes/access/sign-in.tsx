import { Trans, useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import type { Route } from './+types/sign-in'
import { servicesContext } from '../../context'
import { codeChannels } from '../../domain/messages/channels'
import { findLandingPath } from '../../domain/join/landing-path.server'
import { answerHeaders } from '../../http/answer-headers'
import { readDevice } from '../../http/device.server'
import { readForm } from '../../http/form.server'
import { safeRedirect } from '../../http/safe-redirect'
import { readSessionIfPossible } from '../../http/session.server'
import { useTranslateKey } from '../../i18n/use-translate-key'
import { AccessFrame } from '../../ui/access-frame'
import { SubmitButton } from '../../ui/button'
import { ChannelChoice } from '../../ui/channel-choice'
import { DemoHint } from '../../ui/demo-hint'
import { Notice } from '../../ui/notice'
import { TextField } from '../../ui/text-field'
import { answerPasskey } from './passkey-answer.server'
import { PasskeyForm } from './passkey-form'
import { answerSendCode } from './send-code-answer.server'

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
  const phone = url.searchParams.get('phone') ?? ''
  const { isDemo } = services.env
  const page = { target, phone: phone.slice(0, 40), channels: codeChannels(services.env), isDemo }
  return data(page, { headers: cookies })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context)
  return form.get('intent') === 'passkey'
    ? answerPasskey(request, form, context)
    : answerSendCode(request, form, context)
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('access')
  const translateKey = useTranslateKey()
  const error = actionData?.fields.phone
  return (
    <AccessFrame
      title={t('signIn.title')}
      sentence={t('signIn.sentence')}
      after={
        <p className="flex flex-wrap justify-center gap-x-5 gap-y-2">
          <Link to="/use-invite" className="link">
            {t('signIn.useInvite')}
          </Link>
          <Link to="/forgot-password" className="link">
            {t('signIn.trouble')}
          </Link>
        </p>
      }
    >
      <Form method="post" className="form" noValidate>
        <Notice notice={actionData?.notice} />
        <input type="hidden" name="redirect" value={loaderData.target} />
        <TextField
          name="phone"
          type="tel"
          autoComplete="tel"
          size="large"
          dir="ltr"
          label={t('signIn.phone')}
          help={t('signIn.phoneHelp')}
          error={error && translateKey(error)}
          defaultValue={actionData?.phone ?? loaderData.phone}
          autoFocus
        />
        <ChannelChoice label={t('signIn.channel')} channels={loaderData.channels} chosen={actionData?.channel} />
        <SubmitButton size="large" wide>
          {t('signIn.sendCode')}
        </SubmitButton>
        <p className="field-help">
          <Trans
            ns="access"
            i18nKey="signIn.legal"
            components={{
              terms: <Link to="/terms" className="link" />,
              privacy: <Link to="/privacy" className="link" />,
            }}
          />
        </p>
        {loaderData.isDemo && <DemoHint />}
      </Form>
      <PasskeyForm target={loaderData.target} />
    </AccessFrame>
  )
}
