import { href } from 'react-router'
import type { Route } from './+types/sign-up'
import { languageContext, servicesContext } from '../../context'
import { personInput } from '../../domain/join/input.server'
import { PERSON_NAME_MAX_LENGTH } from '../../domain/written-text'
import { codeChannels } from '../../domain/messages/channels'
import { answerHeaders } from '../../http/answers/answer-headers'
import type { FormReply } from '../../http/forms/form-action.server'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { RichText } from '../../i18n/rich-text'
import { useTranslation } from '../../i18n/use-translation'
import { AccessFrame } from '../../ui/frame/plain/access-frame'
import { SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { ChannelChoice } from '../../ui/forms/codes/channel-choice'
import { Checkbox } from '../../ui/forms/choices'
import { ConsoleForm } from '../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { useForm } from '../../ui/forms/form'
import { SelectField, TextField } from '../../ui/forms/text-field'
import { LANGUAGES } from '../../vocabulary'
import { Gone } from './gone'
import { requireJoin, joinPageOf } from './require-join.server'
import { InviteSummary } from './invite-summary'
import { JoinSteps } from './join-steps'
import { postJoinCode, type JoinExtra } from './post-join-code.server'
import { Link } from '../../ui/link'

export const handle = { scripts: false, texts: ['access', 'join'], writes: WRITTEN_FORM_ID }
export const headers = answerHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const join = await requireJoin(request, context)
  const { name = '', phone = '', language = context.get(languageContext) } = join.person ?? {}
  const channels = codeChannels(context.get(servicesContext).env)
  return joinPageOf(context, join, { name, phone, language, channel: join.challenge?.channel ?? 'whatsapp', channels })
}

export async function action(args: Route.ActionArgs) {
  const join = await requireJoin(args.request, args.context)
  const { codeCountries } = args.context.get(servicesContext).env
  return postJoinCode(args, personInput(codeCountries), ({ name, phone, language }) => ({
    ...join,
    person: { name, phone, language },
  }))
}

type PersonFields = { name: string; phone: string; language: string; channel: string; terms: string }

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('join')
  const { t: access } = useTranslation('access')
  const form = useForm<PersonFields, typeof loaderData, FormReply<JoinExtra>>({
    drawn: loaderData,
    answer: actionData,
    values: ({ name, phone, language, channel }) => {
      return { name, phone, language, channel, terms: name === '' ? '' : 'accepted' }
    },
    labels: {
      name: t('you.name'),
      phone: t('you.phone'),
      language: t('you.language'),
      channel: t('you.channel'),
      terms: access('terms'),
    },
  })
  const { invite, channels } = form.drawn
  const gone = form.reply?.gone ?? form.drawn.gone
  if (gone || !invite) return <Gone why={gone ?? 'unknown'} />
  return (
    <AccessFrame
      title={t('you.title')}
      sentence={t('you.sentence')}
      after={
        <Link to={`${href('/use-invite')}?other`} className="link">
          {t('invite.other')}
        </Link>
      }
    >
      <JoinSteps now="you" />
      <Callout kind="quiet">
        <InviteSummary invite={invite} />
      </Callout>
      <ConsoleForm state={form} seen={{ invite: invite.id }} className="form">
        <TextField {...form.field('name')} autoComplete="name" maxLength={PERSON_NAME_MAX_LENGTH * 2} />
        <TextField {...form.field('phone')} type="tel" autoComplete="tel" dir="ltr" help={t('you.phoneHelp')} />
        <SelectField
          {...form.field('language')}
          help={t('you.languageHelp')}
          options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
        />
        <ChannelChoice {...form.field('channel')} channels={channels} />
        <Checkbox
          {...form.field('terms')}
          value="accepted"
          label={
            <RichText
              text="join:you.terms"
              elements={{
                terms: <Link to={href('/terms')} target="_blank" className="link" />,
                privacy: <Link to={href('/privacy')} target="_blank" className="link" />,
              }}
            />
          }
        />
        <SubmitButton size="large" wide>
          {t('you.submit')}
        </SubmitButton>
      </ConsoleForm>
    </AccessFrame>
  )
}
