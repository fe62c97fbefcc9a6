import { randomUUID } from 'node:crypto'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import type { Route } from './+types/forgot-password'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { readRecovery } from '../../domain/sign-in/read-recovery.server'
import { fileRecoveryRequest } from '../../domain/sign-in/recovery.server'
import { answerHeaders } from '../../http/answer-headers'
import { readProofs } from '../../http/device-proof.server'
import { readForm, readFormId } from '../../http/form.server'
import { redirectWithToast } from '../../http/toast.server'
import type { Text } from '../../i18n/keys'
import { useTranslateKey } from '../../i18n/use-translate-key'
import { waitSeconds, waitLabel } from '../../i18n/wait-label'
import { AccessFrame } from '../../ui/access-frame'
import { ButtonLink, SubmitButton } from '../../ui/button'
import { ErrorSummary } from '../../ui/error-summary'
import { Notice } from '../../ui/notice'
import { SentBeforeNote } from '../../ui/sent-before-note'
import { TextArea, TextField } from '../../ui/text-field'

const FIELDS = ['name', 'oldPhone', 'newPhone', 'message'] as const

export const handle = { scripts: false, texts: ['access', 'ui'] }
export const headers = answerHeaders

export function loader() {
  return { id: randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const { address, requestId } = context.get(requestInfoContext)
  const form = await readForm(request, context)
  const typed = Object.fromEntries(FIELDS.map((field) => [field, String(form.get(field) ?? '')]))
  const formId = readFormId(form)
  const proofs = readProofs(request, services.env)
  const input = readRecovery(typed)
  const refusal = {
    id: formId,
    typed,
    errors: input.errors,
    notice: null as { text: Text } | null,
    isSentBefore: false,
  }
  if (!input.request) return data(refusal, 422)
  const outcome = await fileRecoveryRequest(services, { formId, ...input.request, address, proofs, requestId })
  if (outcome.kind === 'conflict') {
    if (outcome.now.because === 'sent') return data({ ...refusal, id: randomUUID(), isSentBefore: true }, 409)
    const wait = waitLabel(outcome.now.waitMs, context.get(languageContext))
    const notice: { text: Text } = { text: { key: 'access:error.tooManyRecovery', values: { wait } } }
    const retryAfter = { 'Retry-After': String(waitSeconds(outcome.now.waitMs)) }
    return data({ ...refusal, notice }, { status: 429, headers: retryAfter })
  }
  return redirectWithToast(services, '/sign-in', 'success', 'access:toast.recoveryFiled')
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('access')
  const translateKey = useTranslateKey()
  const fieldOf = (name: (typeof FIELDS)[number]) => {
    const error = actionData?.errors[name]
    return { name, error: error && translateKey(error), defaultValue: actionData?.typed[name] }
  }
  const errors = FIELDS.flatMap((name) => {
    const error = actionData?.errors[name]
    return error ? [{ name, text: `${t(`recovery.${name}`)}: ${translateKey(error)}` }] : []
  })
  return (
    <AccessFrame
      title={t('recovery.title')}
      sentence={t('recovery.sentence')}
      after={
        <Link to="/sign-in" className="link">
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
        <ButtonLink to="/sign-in">{t('recovery.otherLink')}</ButtonLink>
      </section>
      <Form method="post" className="form" noValidate>
        <div>
          <h2>{t('recovery.changedTitle')}</h2>
          <p className="field-help">{t('recovery.changedText')}</p>
        </div>
        <input type="hidden" name="id" value={actionData?.id ?? loaderData.id} />
        {actionData?.isSentBefore ? <SentBeforeNote made={null} /> : null}
        <Notice notice={actionData?.notice} />
        <ErrorSummary errors={errors} />
        <TextField {...fieldOf('name')} label={t('recovery.name')} autoComplete="name" />
        <TextField {...fieldOf('oldPhone')} label={t('recovery.oldPhone')} type="tel" dir="ltr" />
        <TextField
          {...fieldOf('newPhone')}
          label={t('recovery.newPhone')}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          help={t('signIn.phoneHelp')}
        />
        <TextArea {...fieldOf('message')} label={t('recovery.message')} help={t('recovery.messageHelp')} />
        <SubmitButton>{t('recovery.submit')}</SubmitButton>
      </Form>
    </AccessFrame>
  )
}
