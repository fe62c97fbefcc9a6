import { useTranslation } from 'react-i18next'
import { PlainFrame } from '../../ui/auth-frame'
import { ErrorFrame } from '../../ui/error-frame'
import { ButtonLink } from '../../ui/button'

const WORDED = [400, 401, 403, 404, 409, 413, 429, 500, 503] as const
type Worded = (typeof WORDED)[number]

/** Every error in the same shape: status, what happened, where to go on, and the reference number. */
export function ErrorPage(props: { status: number; requestId: string | null; cameFrom: string | null }) {
  const { t } = useTranslation(['errors', 'common'])
  const status: Worded = WORDED.find((known) => known === props.status) ?? 500
  const back = props.cameFrom ?? '/'
  return (
    <PlainFrame brand={t('common:product')}>
      <ErrorFrame
        status={props.status}
        title={t(`${status}.title`)}
        text={t(`${status}.words`)}
        reference={props.requestId ?? undefined}
      >
        {status === 401 && (
          <ButtonLink variant="primary" to={`/sign-in?redirect=${encodeURIComponent(back)}`} reloadDocument>
            {t('signIn')}
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" to={back} reloadDocument>
          {t('goBack')}
        </ButtonLink>
        <ButtonLink variant={status === 401 ? 'secondary' : 'primary'} to="/" reloadDocument>
          {t('backToHome')}
        </ButtonLink>
      </ErrorFrame>
    </PlainFrame>
  )
}
