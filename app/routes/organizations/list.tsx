import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../context'
import { organizationList } from '../../domain/organizations/organization-list'
import { listOrganizations } from '../../domain/organizations/organizations.server'
import { verificationPath } from '../../domain/verifications/queue/verification-list'
import { permit } from '../../http/sign-in/permit.server'
import { formatCountry, formatCount, formatNumber } from '../../i18n/format'
import { dayMoment } from '../../i18n/moment'
import { nameDisambiguator } from '../../i18n/name-disambiguator.server'
import { useTranslation } from '../../i18n/use-translation'
import { Callout } from '../../ui/callout'
import { ListPages } from '../../ui/lists/list-pages'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { ViewLinks } from '../../ui/lists/view-links'
import { COUNTRIES } from '../../vocabulary'
import { OrganizationFilters } from './organization-filters'
import { OrganizationTable } from './organization-table'

export const handle = { texts: ['organizations'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'organizations.read')
  const language = context.get(languageContext)
  const asked = organizationList.read(url, allowed.actor.pageSize)
  const { rows, total, isMore, page, facets, isLoose } = await listOrganizations(
    context.get(servicesContext),
    allowed,
    asked,
  )
  const apart = nameDisambiguator<{ id: string; name: string }>(
    rows,
    language,
    ({ name }) => name,
    ({ id }) => id.slice(0, 8),
  )
  const countLabels = (counts: Record<string, number> = {}) =>
    Object.fromEntries(Object.entries(counts).map(([value, n]) => [value, formatNumber(n, language)]))
  return {
    state: { ...asked, page },
    total,
    isLoose,
    counts: {
      status: countLabels(facets?.status),
      mode: countLabels(facets?.mode),
      country: countLabels(facets?.country),
    },
    totalText: formatCount({ total, isMore }, language),
    countries: COUNTRIES.map((value) => ({ value, label: formatCountry(value, language) })),
    rows: rows.map(({ open, ...row }) => ({
      ...row,
      apart: apart(row),
      waitsAt: open && verificationPath(open),
      country: formatCountry(row.country, language),
      createdAt: dayMoment(row.createdAt, language, allowed.actor.timeZone),
    })),
  }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('organizations')
  const { state, total, totalText, isLoose, countries, counts, rows } = loaderData
  const chips = organizationList.chips(state, {
    q: { label: t('column.name') },
    status: { label: t('column.status'), member: (status) => t(`status.${status}`) },
    mode: { label: t('column.mode'), member: (mode) => t(`mode.${mode}`) },
    country: {
      label: t('column.country'),
      member: (code) => countries.find(({ value }) => value === code)?.label ?? code,
    },
  })
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead title={t('title')} sentence={t('sentence')} />
      <ViewLinks path={organizationList.path} search={organizationList.search({ ...state, page: 1 })} />
      <OrganizationFilters
        state={state}
        countries={countries}
        counts={counts}
        chips={rows.length > 0 ? chips : []}
        found={t('found', { total: totalText })}
      />
      {isLoose ? (
        <div className="mb-3">
          <Callout kind="quiet">{t('looseNote')}</Callout>
        </div>
      ) : null}
      <OrganizationTable rows={rows} state={state} chips={chips} />
      <ListPages
        path={organizationList.path}
        state={state}
        total={total}
        search={organizationList.search(state)}
        pageHref={(page) => organizationList.href(state, { page })}
      />
    </>
  )
}
