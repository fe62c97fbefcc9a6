import { href } from 'react-router'
import type { Route } from './+types/page'
import { languageContext, servicesContext } from '../../context'
import { searchEverywhere } from '../../domain/search/search.server'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { SEARCH_MAX_LENGTH, searchWords } from '../../lists/list-fields'
import { Badge } from '../../ui/badge'
import { EmptyState } from '../../ui/empty-state'
import { Icon } from '../../ui/icon'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { Form, Link } from '../../ui/link'
import { Panel } from '../../ui/panel'
import { SearchBox } from '../../ui/lists/search-box'
import { foundView } from './found-view.server'
import { UserText } from '../../ui/user-text'

export const handle = { texts: ['search'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'dashboard.read')
  const q = searchWords(url.searchParams.get('q') ?? '')
  const found = await searchEverywhere(context.get(servicesContext), allowed, q)
  return { q, groups: found && foundView(found, q, context.get(languageContext)) }
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('search')
  const { q, groups } = loaderData
  return (
    <>
      <PageTitle>{[q, t('title')]}</PageTitle>
      <PageHead title={t('title')} sentence={t('sentence')} />
      <Form key={q} method="get" action={href('/search')} role="search" className="mb-4 flex">
        <SearchBox name="q" label={t('label')} defaultValue={q} maxLength={SEARCH_MAX_LENGTH} />
      </Form>
      {groups === null ? null : groups.length === 0 ? (
        <EmptyState title={t('noneTitle')} text={t('noneText')} icon="search" />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {groups.map((group) => (
            <Panel
              key={group.kind}
              title={group.title}
              flush
              actions={
                group.moreHref ? (
                  <Link className="link text-sm" to={group.moreHref}>
                    {t('all')}
                  </Link>
                ) : null
              }
            >
              <ul className="divide-y divide-line">
                {group.items.map((item) => (
                  <li key={item.href}>
                    <Link to={item.href} className="flex items-center gap-3 px-4 py-2.5 hover:bg-hover">
                      <span className="text-ink-soft">
                        <Icon name={group.icon} />
                      </span>
                      <span className="min-w-0 flex-1 wrap-anywhere">
                        <UserText>{item.title}</UserText>{' '}
                        <span className="block truncate text-sm text-ink-soft">{item.detail}</span>
                      </span>
                      <Badge tone={item.tone}>{item.status}</Badge>
                    </Link>
                  </li>
                ))}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </>
  )
}
