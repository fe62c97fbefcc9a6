import { data, href } from 'react-router'
import type { Route } from './+types/keep-number'
import { servicesContext } from '../../context'
import { conflict, done } from '../../domain/outcome'
import { keepNumberInput } from '../../domain/sign-in/input.server'
import { findChangeToCancel, keepNumber } from '../../domain/users/numbers/number-changes.server'
import { answerHeaders } from '../../http/answers/answer-headers'
import { formAction, type FormReply } from '../../http/forms/form-action.server'
import { RichText } from '../../i18n/rich-text'
import { useTranslation } from '../../i18n/use-translation'
import { AccessFrame } from '../../ui/frame/plain/access-frame'
import { ButtonLink, SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { ConsoleForm } from '../../ui/forms/console-form'
import { useForm } from '../../ui/forms/form'

export const handle = { scripts: false, texts: ['access'] }
export const headers = answerHeaders

/** Only asks, and changes nothing: link previews fetch it too. 404 for a link that is not ours or no longer works. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const link = keepNumberInput.parse(Object.fromEntries(url.searchParams))
  const phone = await findChangeToCancel(context.get(servicesContext), link)
  return data({ link, phone }, phone === null ? 404 : 200)
}

/** Keeps the number: 200 and what to do next, 404 for a link that is not ours or no longer works. */
export async function action(args: Route.ActionArgs) {
  return formAction<typeof keepNumberInput, void, null, Extra>(args, {
    schema: keepNumberInput,
    command: async (link, { requestId }) =>
      (await keepNumber(args.context.get(servicesContext), link, requestId)) ? done(undefined) : conflict(null),
    conflict: () => ({ status: 404, extra: { isKept: false } }),
    done: () => ({ extra: { isKept: true } }),
  })
}

type Extra = { isKept: boolean }

export default function KeepNumber({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('access')
  const form = useForm<object & Record<string, unknown>, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    labels: {},
  })
  const { link, phone } = form.drawn
  const isKept = form.reply?.isKept ?? false
  if (isKept || phone === null)
    return (
      <AccessFrame title={isKept ? t('keep.doneTitle') : t('keep.goneTitle')}>
        <Callout kind={isKept ? undefined : 'warn'} role="status">
          {isKept ? t('keep.doneText') : t('keep.goneText')}
        </Callout>
        <ButtonLink to={href('/sign-in')} variant="primary" size="large" wide>
          {t('keep.signIn')}
        </ButtonLink>
      </AccessFrame>
    )
  return (
    <AccessFrame
      title={t('keep.title')}
      sentence={
        <RichText
          text="access:keep.sentence"
          values={{ phone }}
          elements={{ phone: <bdi className="unbroken font-semibold" /> }}
        />
      }
    >
      <ConsoleForm state={form} seen={link} className="form">
        <p>{t('keep.text')}</p>
        <SubmitButton size="large" wide>
          {t('keep.submit')}
        </SubmitButton>
      </ConsoleForm>
    </AccessFrame>
  )
}
