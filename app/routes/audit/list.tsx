import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../context'
import { can } from '../../domain/access'
import { auditList } from '../../domain/audit/audit-list'
import { listAudit } from '../../domain/audit/list-audit.server'
import { permit } from '../../http/sign-in/permit.server'
import { formatCount } from '../../i18n/format'
import { dayMoment } from '../../i18n/moment'
import { nameDisambiguator } from '../../i18n/name-disambiguator.server'
import { localizePseudonyms } from '../../i18n/texts.server'
import { useTranslation } from '../../i18n/use-translation'
import { Callout } from '../../ui/callout'
import { ListPages } from '../../ui/lists/list-pages'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { ViewLinks } from '../../ui/lists/view-links'
import { AuditFilters } from './audit-filters'
import { AuditTable } from './audit-table'
import { auditView, type AuditRowView } from './audit-view.server'

export const handle = { texts: ['audit'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'audit.read')
  const { actor } = allowed
  const language = context.get(languageContext)
  const asked = auditList.read(url, actor.pageSize)
  const { rows, total, isMore, page, names, hasMoreNames } = await listAudit(
    context.get(servicesContext),
    allowed,
    asked,
  )
  const views = rows.map((row) => auditView(row, { language, actor }, names))
  const apart = nameDisambiguator<AuditRowView>(
    views,
    language,
    ({ object }) => object.name,
    ({ object }) => object.id.slice(0, 8),
  )
  // A calendar day, which has no zone.
  const dayInWords = (day: string) => day && dayMoment(new Date(day), language, 'UTC').text
  return {
    state: { ...asked, page },
    days: { from: dayInWords(asked.from), to: dayInWords(asked.to) },
    total,
    totalText: formatCount({ total, isMore }, language),
    hasMoreNames,
    seesAll: can(actor, 'audit.readAll'),
    names: Object.fromEntries(Object.entries(names).map(([id, name]) => [id, localizePseudonyms(language, name)])),
    rows: views.map((row) => ({ ...row, apart: apart(row) })),
  }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['audit', 'common'])
  const { state, days, total, totalText, rows, names, hasMoreNames, seesAll } = loaderData
  const chips = auditList.chips(state, {
    text: { label: t('filter.text') },
    whose: { label: t('filter.whose'), member: () => t('whose.own') },
    area: { label: t('filter.area'), member: (area) => t(`area.${area}`) },
    action: { label: t('column.action'), member: (action) => t(`action.${action}`) },
    role: { label: t('filter.role'), member: (role) => t(`common:role.${role}`) },
    from: { label: t('filter.from'), member: () => days.from },
    to: { label: t('filter.to'), member: () => days.to },
    actor: {
      label: t('column.who'),
      member: (id) => names[id] ?? rows.find((row) => row.actorId === id)?.actorName ?? id,
    },
    objectType: { label: t('column.object'), member: (type) => t(`object.${type}`) },
    organization: { label: t('object.organization'), member: (id) => names[id] ?? id },
    object: {
      label: t('column.object'),
      member: (id) => rows.find(({ object }) => object.id === id)?.object.name ?? id,
    },
  })
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead title={t('title')} sentence={seesAll ? t('sentence') : t('sentenceOwn')} />
      <ViewLinks path={auditList.path} search={auditList.search({ ...state, page: 1 })} />
      <AuditFilters
        state={state}
        chips={rows.length > 0 ? chips : []}
        found={t('found', { total: totalText })}
        seesAll={seesAll}
      />
      {hasMoreNames && rows.length > 0 ? (
        <div className="mb-3">
          <Callout kind="quiet">{t('moreNames')}</Callout>
        </div>
      ) : null}
      <AuditTable rows={rows} state={state} chips={chips} noMatchText={t(hasMoreNames ? 'moreNames' : 'noMatchText')} />
      <ListPages
        path={auditList.path}
        state={state}
        total={total}
        search={auditList.search(state)}
        pageHref={(page) => auditList.href(state, { page })}
      />
    </>
  )
}
