import { href } from 'react-router'
import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../context'
import { can } from '../../domain/access'
import { userList, USER_TABS } from '../../domain/users/user-list'
import { countOpenRecovery } from '../../domain/users/recovery/recovery.server'
import { listUsers } from '../../domain/users/users.server'
import { permit } from '../../http/sign-in/permit.server'
import { formatCount, formatNumber } from '../../i18n/format'
import { dayMoment, relativeMoment } from '../../i18n/moment'
import { nameDisambiguator } from '../../i18n/name-disambiguator.server'
import { localizePseudonyms } from '../../i18n/texts.server'
import { useTranslation } from '../../i18n/use-translation'
import { ButtonLink } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { WithDialogs } from '../../ui/dialogs/with-dialogs'
import { ListPages } from '../../ui/lists/list-pages'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { Tabs } from '../../ui/tabs'
import { ViewLinks } from '../../ui/lists/view-links'
import { UserFilters } from './user-filters'
import { UserTable } from './user-table'

export const handle = { texts: ['users'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'users.read')
  const language = context.get(languageContext)
  const services = context.get(servicesContext)
  const { timeZone } = allowed.actor
  const asked = userList.read(url, allowed.actor.pageSize)
  const { total, isMore, sides, page, ...found } = await listUsers(services, allowed, asked)
  const rows = found.rows.map((row) => ({ ...row, username: localizePseudonyms(language, row.username) }))
  const now = services.now()
  const apart = nameDisambiguator(
    rows,
    language,
    ({ username }) => username,
    ({ phone }) => phone,
  )
  const open = can(allowed.actor, 'recovery.read')
    ? await countOpenRecovery(services, permit(context, 'recovery.read'))
    : null
  return {
    state: { ...asked, page },
    mayInvite: can(allowed.actor, 'users.invite'),
    openRecovery: open === null ? null : formatNumber(open, language),
    total,
    organizations: found.organizations,
    isLoose: found.isLoose,
    totalText: formatCount({ total, isMore }, language),
    tabs: USER_TABS.map((who) => ({ who, count: sides ? formatNumber(sides[who], language) : undefined })),
    rows: rows.map((row) => ({
      ...row,
      apart: apart(row),
      createdAt: dayMoment(row.createdAt, language, timeZone),
      lastSignInAt: row.lastSignInAt && relativeMoment(row.lastSignInAt, now, language, timeZone),
    })),
  }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['users', 'common'])
  const { state, total, totalText, organizations, isLoose, tabs, rows, mayInvite, openRecovery } = loaderData
  const chips = userList.chips(state, {
    username: { label: t('column.username') },
    status: { label: t('column.status'), member: (status) => t(`status.${status}`) },
    role: { label: t('column.role'), member: (role) => t(`common:role.${role}`) },
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
        actions={
          <>
            {openRecovery === null ? null : (
              <ButtonLink to={href('/users/recovery')}>
                {t('recovery.open')} <span className="count">{openRecovery}</span>
              </ButtonLink>
            )}
            {mayInvite ? (
              <ButtonLink
                to={userList.href(state, {}, href('/users/invite'))}
                preventScrollReset
                variant="primary"
                icon="plus"
              >
                {t('invite.open')}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <Tabs
        label={t('title')}
        tabs={tabs.map(({ who, count }) => ({
          to: userList.href(state, { who }),
          label: t(`who.${who}`),
          current: who === state.who,
          count,
        }))}
      />
      <ViewLinks path={userList.path} search={userList.search({ ...state, page: 1 })} />
      <UserFilters state={state} chips={rows.length > 0 ? chips : []} found={t('found', { total: totalText })} />
      {isLoose ? (
        <div className="mb-3">
          <Callout kind="quiet">{t('looseNote')}</Callout>
        </div>
      ) : null}
      <UserTable rows={rows} state={state} isLoose={isLoose} chips={chips} />
      <ListPages
        path={userList.path}
        state={state}
        total={total}
        search={userList.search(state)}
        pageHref={(page) => userList.href(state, { page })}
      />
    </WithDialogs>
  )
}
