import { useRouteLoaderData } from 'react-router'
import type { Route } from './+types/kit'
import { languageContext, servicesContext } from '../../context'
import { failure } from '../../http/answers/failures.server'
import { formatDay } from '../../i18n/format'
import { useTranslation } from '../../i18n/use-translation'
import type { loader as rootLoader } from '../../root'
import { PageTitle } from '../../ui/frame/page-title'
import { LanguageMenu } from '../../ui/frame/preference-menus'
import { PlainFrame } from '../../ui/frame/plain/plain-frame'
import { Actions } from './kit/actions'
import { Fields } from './kit/fields'
import { Figures } from './kit/figures'
import { Lists } from './kit/lists'
import { States } from './kit/states'

export const handle = { scripts: false, texts: ['access', 'organizations', 'verifications', 'dashboard'] }

/** Shows the interface's components, for developers; not available in production. */
export function loader({ context }: Route.LoaderArgs) {
  const { env, now } = context.get(servicesContext)
  if (!env.isDemo) throw failure(context, 404)
  const at = now()
  return { at: at.toISOString(), day: formatDay(at, context.get(languageContext), 'UTC') }
}

export default function Kit({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['access', 'common'])
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <PlainFrame brand={t('common:product')} menus={root && <LanguageMenu language={root.language} />}>
      <PageTitle>{t('kit.title')}</PageTitle>
      <div className="grid w-full max-w-5xl grid-cols-1 gap-6">
        <header className="auth-head">
          <h1>{t('kit.title')}</h1>
          <p>{t('kit.sentence')}</p>
        </header>
        <Actions />
        <States />
        <Fields />
        <Lists />
        <Figures {...loaderData} />
      </div>
    </PlainFrame>
  )
}
