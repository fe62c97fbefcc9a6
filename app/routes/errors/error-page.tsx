import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainFrame } from '../../ui/auth-frame'
import { ButtonLink } from '../../ui/button'
import { ErrorFrame } from '../../ui/error-frame'
import type { Toast } from '../../ui/toaster'

const WORDED = [400, 401, 403, 404, 409, 413, 429, 500, 503] as const

type ErrorPageProps = {
  status: number
  requestId: string | null
  /** Path of the page one came from, where the server knows it. */
  cameFrom: string | null
  toasts: readonly Toast[]
}

/** Every error in the same shape: status, what happened, where to go on, and the reference number. */
export function ErrorPage({ status, requestId, cameFrom, toasts }: ErrorPageProps) {
  const { t } = useTranslation(['errors', 'common'])
  const worded = WORDED.find((known) => known === status) ?? (status >= 400 && status < 500 ? 400 : 500)
  const back = cameFrom ?? '/'
  return (
    <PlainFrame brand={t('common:product')} toasts={toasts}>
      <title>{t(`${worded}.title`)}</title>
      <ErrorFrame
        status={status}
        title={t(`${worded}.title`)}
        text={t(`${worded}.words`)}
        reference={requestId ?? undefined}
      >
        {status === 401 && (
          <ButtonLink variant="primary" to={`/sign-in?redirect=${encodeURIComponent(back)}`} reloadDocument>
            {t('signIn')}
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" to={back} reloadDocument onClick={goBack}>
          {t('goBack')}
        </ButtonLink>
        <ButtonLink variant={status === 401 ? 'secondary' : 'primary'} to="/" reloadDocument>
          {t('backToHome')}
        </ButtonLink>
      </ErrorFrame>
    </PlainFrame>
  )
}

/** Only where script runs: the real way back. */
function goBack(event: MouseEvent) {
  if (history.length < 2) return
  event.preventDefault()
  history.back()
}
