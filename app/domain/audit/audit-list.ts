import { href } from '../../addresses'
import { isDay } from '../../durations'
import { defineList, type ListState } from '../../lists/define-list'
import { choice, matching, members, narrowing, text, type ListField } from '../../lists/list-fields'
import { ROLES } from '../../vocabulary'
import { AUDIT_ACTIONS, OBJECT_TYPES, AREAS } from '../../audit-actions'
import { UUID } from '../../uuid'

/** A calendar day such as '2026-03-05'; '' for anything else, including a day that its month does not have. */
const day = (): ListField<string> => ({
  ...text(),
  read: (values) => (values.length === 1 && isDay(values[0] ?? '') ? (values[0] ?? '') : ''),
})

export const auditList = defineList({
  path: href('/audit'),
  fields: {
    text: text(),
    whose: narrowing(choice(['all', 'own'])),
    area: members(AREAS),
    action: members(AUDIT_ACTIONS),
    role: members(ROLES),
    from: day(),
    to: day(),
    actor: matching(new RegExp(`^${UUID}$`)),
    objectType: members(OBJECT_TYPES),
    object: matching(new RegExp(`^${UUID}$`)),
    /** Everything about an organization, its applications and its documents. */
    organization: matching(new RegExp(`^${UUID}$`)),
    sort: choice(['newest', 'oldest']),
  },
  // Bookmarks and saved views still use these names.
  formerly: { area: 'room', action: 'act' },
})

export type AuditListState = ListState<(typeof auditList)['definition']>
