import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../context'
import { readerOf } from '../../http/reader.server'
import { can } from '../../domain/access'
import { inviteList } from '../../domain/invites/invite-list'
import { joinLink } from '../../domain/invites/sending/invite-message.server'
import { deletionScope } from '../../domain/invite-codes/invite-rules'
import { listInvites } from '../../domain/invites/invites.server'
import { permit } from '../../http/sign-in/permit.server'
import { formatCount } from '../../i18n/format'
import { useTranslation } from '../../i18n/use-translation'
import { WithDialogs } from '../../ui/dialogs/with-dialogs'
import { ListPages } from '../../ui/lists/list-pages'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { ViewLinks } from '../../ui/lists/view-links'
import { InviteFilters } from './table/invite-filters'
import { InviteSelection } from './table/invite-selection'
import { InviteTable } from './table/invite-table'
import { rowView } from './table/list-view.server'
import { CreateActions } from './table/create-actions'
import { selectedIds } from '../../domain/invites/invites-to-delete'

export const handle = { texts: ['invites'] }

/** Opening and closing a dialog does not reload the list. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (formMethod === 'POST' || currentUrl.href === nextUrl.href) return defaultShouldRevalidate
  const stateOf = (url: URL) => [inviteList.search(inviteList.read(url)), url.searchParams.get('select')].join()
  return stateOf(currentUrl) !== stateOf(nextUrl)
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'invites.read')
  const { actor } = allowed
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const asked = inviteList.read(url, actor.pageSize)
  const linkTo = (code: string) => joinLink(services, code)
  const reader = { ...readerOf(context, actor), linkTo }
  const { rows, total, isMore, deletable: toDelete, page, organizations } = await listInvites(services, allowed, asked)
  return {
    state: { ...asked, page },
    total,
    organizations,
    totalText: formatCount({ total, isMore }, language),
    rows: rows.map((row) => rowView(reader, row)),
    mayCreate: { codes: can(actor, 'invites.create'), mailings: can(actor, 'invites.createAnyType') },
    selection: {
      deletes: deletionScope(actor),
      total: toDelete.total,
      totalText: formatCount(toDelete, language),
      chosen: toDelete.total > 0 ? readSelect(url) : null,
      ids: selectedIds(url),
    },
  }
}

function readSelect(url: URL): 'page' | 'all' | null {
  const select = url.searchParams.get('select')
  return select === 'page' || select === 'all' ? select : null
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['invites', 'ui'])
  const { state, total, totalText, organizations, rows, mayCreate, selection } = loaderData
  const chips = inviteList.chips(state, {
    q: { label: t('ui:search') },
    type: { label: t('column.type'), member: (type) => t(`type.${type}`) },
    status: { label: t('column.status'), member: (status) => t(`status.${status}`) },
    organization: {
      label: t('field.organization'),
      member: (id) => organizations.find((one) => one.id === id)?.name ?? id,
    },
  })
  return (
    <WithDialogs>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead
        title={t('title')}
        sentence={t('sentence')}
        actions={<CreateActions state={state} mayCreate={mayCreate} />}
      />
      <ViewLinks path={inviteList.path} search={inviteList.search({ ...state, page: 1 })} />
      <InviteFilters state={state} chips={rows.length > 0 ? chips : []} found={t('found', { total: totalText })} />
      <InviteSelection state={state} selection={selection} rows={rows}>
        <InviteTable rows={rows} state={state} chips={chips} selection={selection} mayCreate={mayCreate} />
      </InviteSelection>
      <ListPages
        path={inviteList.path}
        state={state}
        total={total}
        search={inviteList.search(state)}
        pageHref={(page) => inviteList.href(state, { page })}
      />
    </WithDialogs>
  )
}
