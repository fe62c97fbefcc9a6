import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainFrame } from '../../ui/auth-frame'
import { Button, ButtonLink } from '../../ui/button'
import { ErrorFrame } from '../../ui/error-frame'
import { PageTitle } from '../../ui/page-title'
import type { ServerFacts } from '../../ui/server-facts'
import type { Toast } from '../../ui/toaster'

const WORDED = [400, 401, 403, 404, 409, 413, 429, 500, 503] as const

type UnsentForm = NonNullable<ServerFacts['unsent']>

type ErrorPageProps = {
  status: number
  requestId: string | null
  /** Path of the page one came from, where the server knows it. */
  cameFrom: string | null
  /** The start page of whoever is signed in. */
  home?: string
  /** A form that nothing was done with. */
  unsent: UnsentForm | null
  toasts: readonly Toast[]
}

/** Every error in the same shape: status, what happened, where to go on, and the reference number. */
export function ErrorPage({ status, requestId, cameFrom, home = '/', unsent, toasts }: ErrorPageProps) {
  const { t } = useTranslation(['errors', 'common'])
  const worded = WORDED.find((known) => known === status) ?? (status >= 400 && status < 500 ? 400 : 500)
  const back = cameFrom ?? home
  return (
    <PlainFrame brand={t('common:product')} home={home} toasts={toasts}>
      <PageTitle>{t(`${worded}.title`)}</PageTitle>
      <ErrorFrame
        status={status}
        title={t(`${worded}.title`)}
        text={unsent ? t('unsent') : t(`${worded}.words`)}
        reference={requestId ?? undefined}
      >
        {unsent && <SendAgain form={unsent} />}
        {status === 401 && (
          <ButtonLink variant="primary" to={`/sign-in?redirect=${encodeURIComponent(back)}`} reloadDocument>
            {t('signIn')}
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" to={back} reloadDocument onClick={goBack} data-back="">
          {t('goBack')}
        </ButtonLink>
        <ButtonLink variant={status === 401 || unsent ? 'secondary' : 'primary'} to={home} reloadDocument>
          {t('backToHome')}
        </ButtonLink>
      </ErrorFrame>
    </PlainFrame>
  )
}

/** What was typed waits in this form until the console is back. */
function SendAgain({ form }: { form: UnsentForm }) {
  const { t } = useTranslation('errors')
  return (
    <form method="post" action={form.action}>
      {form.fields.map(([name, value], index) => (
        <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="primary">
        {t('sendAgain')}
      </Button>
    </form>
  )
}

/** Only where the console's script runs, as page.js does elsewhere: the real way back. */
function goBack(event: MouseEvent) {
  if (history.length < 2) return
  event.preventDefault()
  history.back()
}
