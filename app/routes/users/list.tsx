import { useTranslation } from 'react-i18next'
import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../context'
import { userList } from '../../domain/users/input'
import { listUsers } from '../../domain/users/users.server'
import { permit } from '../../http/permit.server'
import { formatNumber } from '../../i18n/format'
import { dayMoment, relativeMoment } from '../../i18n/moment'
import { ListPages } from '../../ui/list-pages'
import { PageHead } from '../../ui/page-head'
import { useUserChips } from './use-user-chips'
import { UserFilters } from './user-filters'
import { UserTable } from './user-table'

export const handle = { texts: ['users'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'users.read')
  const language = context.get(languageContext)
  const services = context.get(servicesContext)
  const { timeZone } = allowed.actor
  const asked = userList.read(url, allowed.actor.pageSize)
  const { rows, total, page } = await listUsers(services, allowed, asked)
  const now = services.now()
  return {
    state: { ...asked, page },
    total,
    totalText: formatNumber(total, language),
    rows: rows.map((row) => ({
      ...row,
      createdAt: dayMoment(row.createdAt, language, timeZone),
      lastSignInAt: row.lastSignInAt && relativeMoment(row.lastSignInAt, now, language, timeZone),
    })),
  }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('users')
  const { state, total, totalText, rows } = loaderData
  const chips = useUserChips(state)
  return (
    <>
      <title>{t('title')}</title>
      <PageHead title={t('title')} sentence={t('sentence')} />
      <UserFilters state={state} chips={rows.length > 0 ? chips : []} found={t('found', { total: totalText })} />
      <UserTable rows={rows} chips={chips} />
      <ListPages
        path={userList.path}
        state={state}
        total={total}
        search={userList.search(state)}
        pageHref={(page) => userList.href(state, { page })}
      />
    </>
  )
}
