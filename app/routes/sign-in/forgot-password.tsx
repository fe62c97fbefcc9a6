import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import type { Route } from './+types/forgot-password'
import { servicesContext, requestInfoContext } from '../../context'
import { recoveryInput } from '../../domain/sign-in/input.server'
import { fileRecoveryRequest, type FilingConflict } from '../../domain/sign-in/file-recovery.server'
import { answerHeaders } from '../../http/answers/answer-headers'
import { readProofs } from '../../http/sign-in/device-proof.server'
import { formAction, tooSoon, type FormReply } from '../../http/forms/form-action.server'
import { readFormId } from '../../http/forms/form.server'
import { safeRedirect } from '../../http/sign-in/safe-redirect'
import { useTranslation } from '../../i18n/use-translation'
import { AccessFrame } from '../../ui/frame/plain/access-frame'
import { ButtonLink, SubmitButton } from '../../ui/button'
import { ConsoleForm } from '../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { useForm } from '../../ui/forms/form'
import { SentBeforeNote } from '../../ui/forms/kept/sent-before-note'
import { TextArea, TextField } from '../../ui/forms/text-field'
import { Link } from '../../ui/link'
import { withReturnTarget } from './return-target'

export const handle = { scripts: false, texts: ['access', 'ui'], writes: WRITTEN_FORM_ID }
export const headers = answerHeaders

export const loader = ({ url }: Route.LoaderArgs) => ({ id: randomUUID(), signInHref: signInHref(url) })

const signInHref = (url: URL) => withReturnTarget(href('/sign-in'), safeRedirect(url.searchParams.get('redirect')))

/** Files a recovery request: 302, 422 with the fields' messages, 409 when the form was already sent with other content, or 429. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const services = context.get(servicesContext)
  const { address } = context.get(requestInfoContext)
  const proofs = readProofs(request, services.env)
  return formAction<ReturnType<typeof recoveryInput>, null, FilingConflict, Extra>(args, {
    schema: recoveryInput(services.env.codeCountries),
    command: (input, { requestId, posted }) =>
      fileRecoveryRequest(services, { formId: readFormId(posted), ...input, address, proofs, requestId }),
    conflict: (now) =>
      now.because === 'sent'
        ? { seen: { id: randomUUID() }, extra: { isSentBefore: true } }
        : tooSoon(context, now.waitMs, 'access:error.tooManyRecovery'),
    done: () => ({ to: signInHref(args.url), toast: 'access:toast.recoveryFiled' }),
  })
}

type Extra = { isSentBefore: boolean }
type RecoveryFields = { name: string; oldPhone: string; newPhone: string; message: string }

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('access')
  const form = useForm<RecoveryFields, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    labels: {
      name: t('recovery.name'),
      oldPhone: t('recovery.oldPhone'),
      newPhone: t('recovery.newPhone'),
      message: t('recovery.message'),
    },
  })
  return (
    <AccessFrame
      title={t('recovery.title')}
      sentence={t('recovery.sentence')}
      after={
        <Link to={loaderData.signInHref} className="link">
          {t('recovery.back')}
        </Link>
      }
      wide
    >
      <section className="form">
        <div>
          <h2>{t('recovery.otherTitle')}</h2>
          <p className="field-help">{t('recovery.otherText')}</p>
        </div>
        <ButtonLink to={loaderData.signInHref}>{t('recovery.otherLink')}</ButtonLink>
      </section>
      <ConsoleForm state={form} seen={{ id: form.drawn.id }} className="form">
        <div>
          <h2>{t('recovery.changedTitle')}</h2>
          <p className="field-help">{t('recovery.changedText')}</p>
        </div>
        {form.reply?.isSentBefore ? <SentBeforeNote state={form} made={null} /> : null}
        <TextField {...form.field('name')} autoComplete="name" />
        <TextField {...form.field('oldPhone')} type="tel" dir="ltr" />
        <TextField {...form.field('newPhone')} type="tel" dir="ltr" autoComplete="tel" help={t('signIn.phoneHelp')} />
        <TextArea {...form.field('message')} help={t('recovery.messageHelp')} />
        <SubmitButton>{t('recovery.submit')}</SubmitButton>
      </ConsoleForm>
    </AccessFrame>
  )
}
