import { Trans, useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import type { Route } from './+types/sign-up'
import { languageContext, servicesContext } from '../../context'
import { NAME_MAX_LENGTH } from '../../domain/join/input'
import { codeChannels } from '../../domain/messages/channels'
import { answerHeaders } from '../../http/answer-headers'
import { readForm } from '../../http/form.server'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { useTranslateKey } from '../../i18n/use-translate-key'
import { AccessFrame } from '../../ui/access-frame'
import { SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { ChannelChoice } from '../../ui/channel-choice'
import { Checkbox } from '../../ui/choices'
import { ErrorSummary } from '../../ui/error-summary'
import { Notice } from '../../ui/notice'
import { SelectField, TextField } from '../../ui/text-field'
import { LANGUAGES } from '../../vocabulary'
import { Gone } from './gone'
import { halfDone, pageOf } from './half-done.server'
import { InviteSummary } from './invite-summary'
import { JoinSteps } from './join-steps'
import { answerSignUp } from './sign-up-answer.server'

export const handle = { scripts: false, texts: ['access', 'join'] }
export const headers = answerHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const join = await halfDone(request, context)
  const { name = '', phone = '', language = context.get(languageContext) } = join.person ?? {}
  const channels = codeChannels(context.get(servicesContext).env)
  return pageOf(context, join, { name, phone, language, channel: join.challenge?.channel ?? 'whatsapp', channels })
}

export async function action({ request, context }: Route.ActionArgs) {
  const join = await halfDone(request, context)
  return answerSignUp(request, await readForm(request, context), context, join)
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('join')
  const { t: access } = useTranslation('access')
  const translateKey = useTranslateKey()
  const gone = actionData?.gone ?? loaderData.gone
  if (gone || !loaderData.invite) return <Gone why={gone ?? 'unknown'} />
  const errors = actionData?.errors ?? {}
  const typed = (name: 'name' | 'phone' | 'language' | 'channel') => actionData?.typed[name] ?? loaderData[name]
  const messageOf = (name: keyof typeof errors) => {
    const error = errors[name]
    return error && translateKey(error)
  }
  const labels = { name: t('you.name'), phone: t('you.phone'), terms: access('terms') }
  const listed = (['name', 'phone', 'terms'] as const).flatMap((name) => {
    const message = messageOf(name)
    return message ? [{ name, text: `${labels[name]}: ${message}` }] : []
  })
  return (
    <AccessFrame
      title={t('you.title')}
      sentence={t('you.sentence')}
      after={
        <Link to="/use-invite?other" className="link">
          {t('invite.other')}
        </Link>
      }
    >
      <JoinSteps now="you" />
      <Callout kind="quiet">
        <InviteSummary invite={loaderData.invite} />
      </Callout>
      <Form method="post" className="form" noValidate>
        <Notice notice={actionData?.notice} />
        <ErrorSummary errors={listed} />
        <TextField
          name="name"
          autoComplete="name"
          maxLength={NAME_MAX_LENGTH * 2}
          label={labels.name}
          error={messageOf('name')}
          defaultValue={typed('name')}
        />
        <TextField
          name="phone"
          type="tel"
          autoComplete="tel"
          dir="ltr"
          label={labels.phone}
          help={t('you.phoneHelp')}
          error={messageOf('phone')}
          defaultValue={typed('phone')}
        />
        <SelectField
          name="language"
          label={t('you.language')}
          help={t('you.languageHelp')}
          options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
          defaultValue={typed('language')}
        />
        <ChannelChoice label={t('you.channel')} channels={loaderData.channels} chosen={typed('channel')} />
        <Checkbox
          name="terms"
          id="field-terms"
          value="accepted"
          defaultChecked={actionData?.typed.terms === 'accepted' || loaderData.name !== ''}
          error={messageOf('terms')}
          label={
            <Trans
              ns="join"
              i18nKey="you.terms"
              components={{
                terms: <Link to="/terms" target="_blank" className="link" />,
                privacy: <Link to="/privacy" target="_blank" className="link" />,
              }}
            />
          }
        />
        <SubmitButton size="large" wide>
          {t('you.submit')}
        </SubmitButton>
      </Form>
    </AccessFrame>
  )
}
