import { defineList, type ListState } from '../../lists/define-list'
import { choice, matching, members, text, type Field } from '../../lists/list-fields'
import { ROLES } from '../../vocabulary'
import { AUDIT_ACTIONS, OBJECT_TYPES, AREAS } from './actions'

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A calendar day such as '2026-03-05'; anything else is none. */
const day = (): Field<string> => ({
  ...text(),
  read: (values) => (values.length === 1 && DAY.test(values[0] ?? '') ? (values[0] ?? '') : ''),
})

export const auditList = defineList({
  path: '/audit',
  fields: {
    text: text(),
    whose: choice(['all', 'own']),
    room: members(AREAS),
    act: members(AUDIT_ACTIONS),
    role: members(ROLES),
    from: day(),
    to: day(),
    actor: matching(ID),
    objectType: members(OBJECT_TYPES),
    object: matching(ID),
  },
})

export type AuditListState = ListState<(typeof auditList)['definition']>
