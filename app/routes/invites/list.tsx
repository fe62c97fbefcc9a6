import { useTranslation } from 'react-i18next'
import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../context'
import { inviteList } from '../../domain/invites/input'
import { lastUsableInstant, usedPercent } from '../../domain/invites/invite'
import { listInvites } from '../../domain/invites/invites.server'
import { permit } from '../../http/permit.server'
import { formatNumber } from '../../i18n/format'
import { dayMoment } from '../../i18n/moment'
import { ListPages } from '../../ui/list-pages'
import { PageHead } from '../../ui/page-head'
import { InviteFilters } from './invite-filters'
import { InviteTable } from './invite-table'
import { useInviteChips } from './use-invite-chips'

export const handle = { texts: ['invites'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'invites.read')
  const language = context.get(languageContext)
  const { timeZone } = allowed.actor
  const asked = inviteList.read(url)
  const { rows, total, page } = await listInvites(context.get(servicesContext), allowed, asked)
  return {
    state: { ...asked, page },
    total,
    totalText: formatNumber(total, language),
    rows: rows.map(({ expiresAt, creatorTimeZone, usedCount, maximumUses, ...row }) => ({
      ...row,
      used: formatNumber(usedCount, language),
      maximum: formatNumber(maximumUses, language),
      usedPercent: usedPercent({ usedCount, maximumUses }),
      expiresAt: expiresAt && dayMoment(lastUsableInstant(expiresAt), language, timeZone, creatorTimeZone ?? timeZone),
      createdAt: dayMoment(row.createdAt, language, timeZone),
    })),
  }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const { state, total, totalText, rows } = loaderData
  const chips = useInviteChips(state)
  return (
    <>
      <title>{t('title')}</title>
      <PageHead title={t('title')} sentence={t('sentence')} />
      <InviteFilters state={state} chips={rows.length > 0 ? chips : []} found={t('found', { total: totalText })} />
      <InviteTable rows={rows} chips={chips} />
      <ListPages
        path={inviteList.path}
        state={state}
        total={total}
        search={inviteList.search(state)}
        pageHref={(page) => inviteList.href(state, { page })}
      />
    </>
  )
}
