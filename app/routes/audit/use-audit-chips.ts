import { useTranslation } from 'react-i18next'
import { auditList, type AuditListState } from '../../domain/audit/audit-list'
import type { FilterChip } from '../../ui/filter-chips'
import type { AuditRowView } from './audit-view.server'

/** What the log is narrowed by, in words, each with the address without it; the rows know the names of the ids. */
export function useAuditChips(state: AuditListState, rows: readonly AuditRowView[]): FilterChip[] {
  const { t } = useTranslation(['audit', 'common'])
  const chip = (key: keyof typeof auditList.definition, label: string, value: string, words: string): FilterChip => ({
    label,
    value: words,
    removeHref: auditList.href(auditList.without(state, key, value)),
  })
  const { text, from, to } = state
  const nameOfActor = (id: string) => rows.find((row) => row.actorId === id)?.actorName ?? id
  const nameOfObject = (id: string) => rows.find((row) => row.object.id === id)?.object.name ?? id
  return [
    ...(text ? [chip('text', t('filter.text'), text, text)] : []),
    ...(state.whose === 'own' ? [chip('whose', t('filter.whose'), 'own', t('whose.own'))] : []),
    ...state.room.map((room) => chip('room', t('filter.room'), room, t(`room.${room}`))),
    ...state.act.map((act) => chip('act', t('column.action'), act, t(`action.${act}`))),
    ...state.role.map((role) => chip('role', t('filter.role'), role, t(`common:role.${role}`))),
    ...(from ? [chip('from', t('filter.from'), from, from)] : []),
    ...(to ? [chip('to', t('filter.to'), to, to)] : []),
    ...state.actor.map((id) => chip('actor', t('column.who'), id, nameOfActor(id))),
    ...state.objectType.map((type) => chip('objectType', t('column.object'), type, t(`object.${type}`))),
    ...state.object.map((id) => chip('object', t('column.object'), id, nameOfObject(id))),
  ]
}
