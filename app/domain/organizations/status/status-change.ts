import type { OrganizationStatus } from '../../../vocabulary'
import { can, type Ability, type Actor } from '../../access'

type Rule = {
  from: readonly OrganizationStatus[]
  to: OrganizationStatus
  ability: Extract<Ability, 'organizations.edit' | 'organizations.changeStatus'>
  reason: 'none' | 'optional' | 'required'
}

/** What staff may do to an organization's status by hand (decisions, Organization status). */
export const STATUS_CHANGES = {
  activate: { from: ['approved'], to: 'active', ability: 'organizations.edit', reason: 'none' },
  suspend: { from: ['active'], to: 'suspended', ability: 'organizations.changeStatus', reason: 'required' },
  reactivate: { from: ['suspended'], to: 'active', ability: 'organizations.changeStatus', reason: 'none' },
  archive: {
    from: ['draft', 'rejected', 'approved', 'suspended'],
    to: 'archived',
    ability: 'organizations.changeStatus',
    reason: 'optional',
  },
} as const satisfies Record<string, Rule>

export type StatusChange = keyof typeof STATUS_CHANGES
export const STATUS_CHANGE_NAMES = Object.keys(STATUS_CHANGES) as StatusChange[]

export const ruleOfChange = (change: StatusChange): Rule => STATUS_CHANGES[change]

/** The changes that this person may make now, in their order. */
export const changesOpenTo = (actor: Pick<Actor, 'role'>, status: OrganizationStatus): StatusChange[] =>
  STATUS_CHANGE_NAMES.filter((change) => {
    const { from, ability } = ruleOfChange(change)
    return from.includes(status) && can(actor, ability)
  })

/** All but archived organizations can be edited. */
export const isEditable = (status: OrganizationStatus): boolean => status !== 'archived'
