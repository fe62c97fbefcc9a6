import { useRouteLoaderData, href } from 'react-router'
import type { Route } from './+types/outbox'
import { languageContext, servicesContext } from '../../context'
import { listDemoOutbox } from '../../domain/messages/demo-outbox.server'
import { failure } from '../../http/answers/failures.server'
import { formatExactTime, formatRelative } from '../../i18n/format'
import { useTranslation } from '../../i18n/use-translation'
import type { loader as rootLoader } from '../../root'
import { AuthFrame } from '../../ui/frame/plain/auth-frame'
import { ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { PageTitle } from '../../ui/frame/page-title'
import { LanguageMenu } from '../../ui/frame/preference-menus'
import { Link } from '../../ui/link'

export const handle = { scripts: false, texts: ['access'] }
export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Shows the sign-in codes of demo mode; not available in production. */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const delivered = await listDemoOutbox(services)
  if (!delivered) throw failure(context, 404)
  return delivered.map(({ at, ...message }) => ({
    ...message,
    at: at.toISOString(),
    exact: formatExactTime(at, language, 'Asia/Almaty'),
    relative: formatRelative(at, services.now(), language),
  }))
}

export default function Outbox({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <AuthFrame
      brand={common('product')}
      menus={root && <LanguageMenu language={root.language} />}
      title={t('demo.title')}
      sentence={t('demo.sentence')}
      after={
        <Link to={href('/sign-in')} className="link">
          {t('demo.back')}
        </Link>
      }
      wide
    >
      <PageTitle>{t('demo.title')}</PageTitle>
      <ButtonLink to={href('/demo/outbox')} reloadDocument icon="refresh">
        {t('demo.refresh')}
      </ButtonLink>
      {loaderData.length === 0 ? (
        <EmptyState title={t('demo.empty')} text={t('demo.emptyText')} />
      ) : (
        <ol className="grid gap-4">
          {loaderData.map((message) => (
            <li key={message.id} className="grid grid-cols-1 gap-1 border-t border-line pt-4">
              <p className="field-help">
                {t(`channel.${message.channel}`)} · <bdi>{message.to}</bdi> ·{' '}
                <time dateTime={message.at} title={message.exact}>
                  {message.relative}
                </time>
              </p>
              {message.subject && <p className="font-semibold">{message.subject}</p>}
              <p className="wrap-anywhere whitespace-pre-wrap">{message.text}</p>
            </li>
          ))}
        </ol>
      )}
    </AuthFrame>
  )
}
