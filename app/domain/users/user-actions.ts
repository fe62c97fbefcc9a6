import { ROLES, type Role, type UserStatus } from '../../vocabulary'
import { can, type Ability, type Actor } from '../access'
import type { ProvenAction } from '../fresh-proof'

type Rule = {
  from: readonly UserStatus[]
  /** null leaves the status as it is. */
  to: UserStatus | null
  ability: Extract<Ability, 'users.pause' | 'users.suspend' | 'users.changeRole'>
  needsReason: boolean
  /** The action for which it asks fresh proof; null when it asks for none. */
  needsProof: ProvenAction | null
  /** Whether the person has to sign in again. */
  endsSessions: boolean
}

/** What staff may do to a user (decisions, Users). Users who never signed in become invited again instead of active. */
const USER_ACTIONS = {
  role: {
    from: ['active', 'inactive', 'invited'],
    to: null,
    ability: 'users.changeRole',
    needsReason: false,
    needsProof: 'user.role',
    endsSessions: true,
  },
  invite: {
    from: ['invited'],
    to: null,
    ability: 'users.pause',
    needsReason: false,
    needsProof: 'user.invite',
    endsSessions: false,
  },
  deactivate: {
    from: ['active', 'invited'],
    to: 'inactive',
    ability: 'users.pause',
    needsReason: false,
    needsProof: null,
    endsSessions: true,
  },
  reactivate: {
    from: ['inactive'],
    to: 'active',
    ability: 'users.pause',
    needsReason: false,
    needsProof: null,
    endsSessions: false,
  },
  suspend: {
    from: ['active', 'inactive', 'invited'],
    to: 'suspended',
    ability: 'users.suspend',
    needsReason: true,
    needsProof: 'user.suspend',
    endsSessions: true,
  },
  // Named apart from `reactivate`, which ends a pause: the log and the addresses use this word.
  restore: {
    from: ['suspended'],
    to: 'active',
    ability: 'users.suspend',
    needsReason: false,
    needsProof: 'user.restore',
    endsSessions: false,
  },
} as const satisfies Record<string, Rule>

export type UserAction = keyof typeof USER_ACTIONS
/** The actions that change a role or a status. */
export type UserChange = Exclude<UserAction, 'invite'>
export const USER_ACTION_NAMES = Object.keys(USER_ACTIONS) as UserAction[]
export const ruleOfUserAction = (action: UserAction): Rule => USER_ACTIONS[action]

/** Actions that apply to staff only. */
const OF_ROLES: readonly UserAction[] = ['role', 'invite']

type Who = Pick<Actor, 'id' | 'role'>
type Whom = { id: string; role: Role | null }

/** How high a role stands: partners lowest, superadmins highest. */
const roleRank = (role: Role | null): number => (role ? ROLES.length - ROLES.indexOf(role) : 0)

/** Never oneself; users below one's own role, and for superadmins everybody, except to pause. */
function outranks(actor: Who, user: Whom, ability: Ability): boolean {
  if (actor.id === user.id) return false
  if (actor.role === 'superadmin' && ability !== 'users.pause') return true
  return roleRank(user.role) < roleRank(actor.role)
}

/** Whether the actor may do this to that user, whatever the user's status. Partners have no role to change or to be invited into. */
export function mayDoToUser(actor: Who, user: Whom, action: UserAction): boolean {
  const { ability } = ruleOfUserAction(action)
  return can(actor, ability) && outranks(actor, user, ability) && (user.role !== null || !OF_ROLES.includes(action))
}

/** What the actor may do to that user now; nothing to an erased user. */
export const userActionsOpenTo = (
  actor: Who,
  user: Whom & { status: UserStatus; erasedAt: Date | null },
): UserAction[] =>
  USER_ACTION_NAMES.filter(
    (action) =>
      user.erasedAt === null && mayDoToUser(actor, user, action) && ruleOfUserAction(action).from.includes(user.status),
  )

/** The roles that the actor may invite into: those below their own. */
export const rolesToInvite = (actor: Who): Role[] => ROLES.filter((role) => roleRank(role) < roleRank(actor.role))

/** Whether the actor may end that user's sessions; their own are in the settings. */
export const mayEndSessions = (actor: Who, user: Whom): boolean =>
  can(actor, 'users.suspend') && outranks(actor, user, 'users.suspend')
