import { href } from 'react-router'
import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../../context'
import { can } from '../../../domain/access'
import { templateList, type TemplateListState } from '../../../domain/verifications/templates/template-list'
import { lackingLanguages, shownLanguage } from '../../../domain/verifications/templates/templates'
import { listAllTemplates } from '../../../domain/verifications/templates/templates.server'
import { permit } from '../../../http/sign-in/permit.server'
import { formatLanguage, formatList } from '../../../i18n/format'
import { relativeMoment } from '../../../i18n/moment'
import { useTranslation } from '../../../i18n/use-translation'
import { columnSort } from '../../../lists/column-sort'
import { Badge } from '../../../ui/badge'
import { ButtonLink } from '../../../ui/button'
import { WithDialogs } from '../../../ui/dialogs/with-dialogs'
import { DataTable } from '../../../ui/lists/data-table'
import { EmptyState } from '../../../ui/empty-state'
import { Panel } from '../../../ui/panel'
import { Time } from '../../../ui/time'

export const handle = { texts: ['settings', 'templates', 'verifications', 'organizations'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const reading = permit(context, 'templates.read')
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const state = templateList.read(url)
  const given = (await listAllTemplates(services, reading)).map((row) => {
    const written = shownLanguage(row, language)
    return { ...row, written, text: row[written] }
  })
  return {
    state,
    mayEdit: can(reading.actor, 'templates.edit'),
    templates: given.toSorted(ORDERS[state.sort](language)).map((row) => {
      const lacking = lackingLanguages(row).map((one) => formatLanguage(one, language))
      return {
        id: row.id,
        text: row.text,
        language: row.written,
        use: row.use,
        types: row.types,
        documentTypes: row.documentTypes,
        isArchived: row.isArchived,
        lacking: lacking.length > 0 ? formatList(lacking, language) : null,
        usedCount: row.usedCount,
        lastUsed: row.lastUsedAt && relativeMoment(row.lastUsedAt, services.now(), language, reading.actor.timeZone),
      }
    }),
  }
}

type Ordered = { text: string; usedCount: number }
type Order = (language: string) => (one: Ordered, other: Ordered) => number

const ORDERS: Record<TemplateListState['sort'], Order> = {
  given: () => () => 0,
  text: (language) => (one, other) => one.text.localeCompare(other.text, language),
  'text-last': (language) => (one, other) => other.text.localeCompare(one.text, language),
  most: () => (one, other) => other.usedCount - one.usedCount,
  least: () => (one, other) => one.usedCount - other.usedCount,
}

type Row = Route.ComponentProps['loaderData']['templates'][number]

/** The templates that reviewers can insert, how often each was used, and which are not offered and why. */
export default function Templates({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['templates', 'verifications', 'organizations'])
  const { state, templates, mayEdit } = loaderData
  const hrefOf = (sort: TemplateListState['sort']) => templateList.href(state, { sort })
  const under = (path: string) => templateList.href(state, {}, path)
  const add = mayEdit ? (
    <ButtonLink to={under(href('/settings/templates/new'))} variant="primary" icon="plus" preventScrollReset>
      {t('add')}
    </ButtonLink>
  ) : null
  return (
    <WithDialogs>
      <div className="grid gap-4">
        <p className="max-w-3xl text-ink-soft">{t('sentence')}</p>
        <Panel title={t('title')} flush actions={templates.length > 0 ? add : null}>
          {templates.length === 0 ? (
            <EmptyState icon="file-text" title={t('emptyTitle')} text={t('emptyText')}>
              {add}
            </EmptyState>
          ) : (
            <DataTable
              caption={t('caption')}
              rows={templates}
              rowKey={({ id }) => id}
              rowHref={
                mayEdit ? ({ id }) => under(href('/settings/templates/:templateId', { templateId: id })) : undefined
              }
              columns={[
                {
                  key: 'text',
                  label: t('column.text'),
                  cell: ({ text, language }) => (
                    <span lang={language} className="inline-block wrap-anywhere sm:min-w-44">
                      {text}
                    </span>
                  ),
                  sort: columnSort(state.sort, { rising: 'text', falling: 'text-last' }, hrefOf),
                },
                { key: 'use', label: t('column.use'), cell: ({ use }) => t(`use.${use}`), soft: true },
                {
                  key: 'narrow',
                  label: t('column.narrow'),
                  cell: (row) => <Narrow row={row} />,
                  soft: true,
                  hiddenBelow: 1500,
                },
                { key: 'state', label: t('column.state'), cell: (row) => <State row={row} /> },
                {
                  key: 'used',
                  label: t('column.used'),
                  cell: (row) => <Used row={row} />,
                  soft: true,
                  sort: columnSort(state.sort, { rising: 'least', falling: 'most', first: 'falling' }, hrefOf),
                },
              ]}
              actions={
                mayEdit
                  ? ({ id, text, isArchived }) => (
                      <ButtonLink
                        to={under(href('/settings/templates/:templateId/archive', { templateId: id }))}
                        variant="quiet"
                        size="small"
                        preventScrollReset
                        aria-label={t(isArchived ? 'restoreNamed' : 'archiveNamed', { name: text })}
                      >
                        {t(isArchived ? 'restore' : 'archive')}
                      </ButtonLink>
                    )
                  : undefined
              }
            />
          )}
        </Panel>
      </div>
    </WithDialogs>
  )
}

function Narrow({ row }: { row: Row }) {
  const { t } = useTranslation(['templates', 'verifications', 'organizations', 'common'])
  const named = [
    ...row.types.map((type) => t(`verifications:type.${type}`)),
    ...row.documentTypes.map((type) => t(`organizations:document.type.${type}`)),
  ]
  return named.length > 0 ? named.reduce((before, next) => t('common:listed', { before, next })) : t('everywhere')
}

function State({ row: { isArchived, lacking } }: { row: Row }) {
  const { t } = useTranslation('templates')
  if (isArchived) return <Badge tone="grey">{t('archived')}</Badge>
  if (lacking) return <span className="text-warn">{t('lacking', { languages: lacking })}</span>
  return <Badge tone="green">{t('offered')}</Badge>
}

function Used({ row: { usedCount, lastUsed } }: { row: Row }) {
  const { t } = useTranslation('templates')
  if (!lastUsed || usedCount === 0) return t('never')
  return (
    <>
      {t('times', { count: usedCount })} · <Time {...lastUsed} />
    </>
  )
}
