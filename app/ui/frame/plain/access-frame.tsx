import { useRouteLoaderData, useSearchParams, href } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import type { Language } from '../../../vocabulary'
import countdown from '../../forms/codes/countdown.js?url&no-inline'
import sendCode from '../../forms/codes/send-code.js?url&no-inline'
import { AuthFrame } from './auth-frame'
import device from './device.js?url&no-inline'
import { PageTitle } from '../page-title'
import { LanguageMenu } from '../preference-menus'
import { useNonce } from '../server-facts'
import type { Toast } from '../toaster'
import { Link } from '../../link'

type AccessFrameProps = {
  title: string
  sentence?: React.ReactNode
  after?: React.ReactNode
  wide?: boolean
  children: React.ReactNode
}

/** The frame of all sign-in and join pages; its small scripts only add to pages that work without them. */
export function AccessFrame({ children, ...card }: AccessFrameProps) {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const root = useRouteLoaderData<{ language: Language; toasts: Toast[] }>('root')
  const nonce = useNonce()
  const redirect = useSearchParams()[0].get('redirect')
  const kept = redirect === null ? '' : `?${new URLSearchParams({ redirect })}`
  return (
    <AuthFrame
      {...card}
      brand={common('product')}
      menus={root && <LanguageMenu language={root.language} />}
      toasts={root?.toasts}
      footer={
        <>
          <Link to={href('/terms') + kept}>{t('terms')}</Link> <Link to={href('/privacy') + kept}>{t('privacy')}</Link>
        </>
      }
    >
      <PageTitle>{card.title}</PageTitle>
      {children}
      <script src={countdown} nonce={nonce} defer />
      <script src={device} nonce={nonce} defer />
      <script src={sendCode} nonce={nonce} defer />
    </AuthFrame>
  )
}
