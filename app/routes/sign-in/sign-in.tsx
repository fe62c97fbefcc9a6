import { data, href } from 'react-router'
import type { Route } from './+types/sign-in'
import { servicesContext } from '../../context'
import { codeChannels } from '../../domain/messages/channels'
import { answerHeaders } from '../../http/answers/answer-headers'
import { actionByIntent } from '../../http/forms/form-action.server'
import { readChallenge } from '../../http/sign-in/challenge.server'
import { safeRedirect } from '../../http/sign-in/safe-redirect'
import { RichText } from '../../i18n/rich-text'
import { useTranslation } from '../../i18n/use-translation'
import { AccessFrame } from '../../ui/frame/plain/access-frame'
import { SubmitButton } from '../../ui/button'
import { ChannelChoice } from '../../ui/forms/codes/channel-choice'
import { DemoHint } from '../../ui/frame/plain/demo-hint'
import { ConsoleForm } from '../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { useForm } from '../../ui/forms/form'
import { TextField } from '../../ui/forms/text-field'
import { guestCookies, postPasskey } from './enter-console.server'
import { withReturnTarget } from './return-target'
import { PasskeyForm } from './passkey-form'
import { postSendCode } from './post-send-code.server'
import { Link } from '../../ui/link'

export const handle = { scripts: false, texts: ['access'], writes: WRITTEN_FORM_ID }
export const headers = answerHeaders

export async function loader(args: Route.LoaderArgs) {
  const { request, url, context } = args
  const { env } = context.get(servicesContext)
  const target = safeRedirect(url.searchParams.get('redirect'))
  const cookies = await guestCookies(args, target)
  const phone = url.searchParams.get('phone') ?? ''
  // True when this browser asked for a code, whoever has the number.
  const hasCode = readChallenge(request, env) !== null
  const page = { target, phone: phone.slice(0, 40), channels: codeChannels(env), isDemo: env.isDemo, hasCode }
  return data(page, { headers: cookies })
}

export async function action(args: Route.ActionArgs) {
  return actionByIntent(args, { send: () => postSendCode(args), passkey: () => postPasskey(args) })
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('access')
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    values: ({ phone }) => ({ phone, channel: '' }),
    labels: { phone: t('signIn.phone'), channel: t('signIn.channel') },
  })
  const { target, channels, isDemo } = form.drawn
  return (
    <AccessFrame
      title={t('signIn.title')}
      sentence={t('signIn.sentence')}
      after={
        <p className="flex flex-wrap justify-center gap-x-5 gap-y-2">
          {loaderData.hasCode ? (
            <Link to={withReturnTarget(href('/verify'), target)} className="link">
              {t('verify.title')}
            </Link>
          ) : null}{' '}
          <Link to={href('/use-invite')} className="link">
            {t('signIn.useInvite')}
          </Link>{' '}
          <Link to={withReturnTarget(href('/forgot-password'), target)} className="link">
            {t('signIn.trouble')}
          </Link>
        </p>
      }
    >
      <ConsoleForm state={form} seen={{ redirect: target }} className="form">
        <TextField
          {...form.field('phone')}
          type="tel"
          autoComplete="tel"
          size="large"
          dir="ltr"
          help={t('signIn.phoneHelp')}
          autoFocus
        />
        <ChannelChoice {...form.field('channel')} channels={channels} />
        <SubmitButton size="large" wide>
          {t('signIn.sendCode')}
        </SubmitButton>
        <p className="field-help">
          <RichText
            text="access:signIn.legal"
            elements={{
              terms: <Link to={withReturnTarget(href('/terms'), target)} className="link" />,
              privacy: <Link to={withReturnTarget(href('/privacy'), target)} className="link" />,
            }}
          />
        </p>
        {isDemo && <DemoHint />}
      </ConsoleForm>
      <PasskeyForm target={target} />
    </AccessFrame>
  )
}
