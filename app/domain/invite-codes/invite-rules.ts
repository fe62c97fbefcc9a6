import { INVITE_TYPES, type InviteType, type OrganizationStatus, type Role, type UserStatus } from '../../vocabulary'
import { can, type Actor, rolesUpTo } from '../access'

type Writer = Pick<Actor, 'id' | 'role'>
type Made = { createdBy: string | null; type: InviteType; role: Role | null }

/** Types of code that somebody may create: a cashier only invites staff. */
export function typesToCreate(actor: Pick<Actor, 'role'>): readonly InviteType[] {
  if (can(actor, 'invites.createAnyType')) return INVITE_TYPES
  return can(actor, 'invites.create') ? ['invite_to_user'] : []
}

export const mayCreate = (actor: Pick<Actor, 'role'>, type: InviteType, role: Role | null): boolean =>
  typesToCreate(actor).includes(type) && (role === null || rolesUpTo(actor).includes(role))

type InviteBacking = {
  type: InviteType
  role: Role | null
  organization: { status: OrganizationStatus } | null
  /** Null when an operator command created it. */
  creator: { role: Role | null; status: UserStatus } | null
}

/** Who no longer vouches for a code, so that nobody can join with it. */
export type VoidReason = 'creator' | 'organization'

/**
 * Why a code is void, or null. A staff code is valid while its creator could still create it, a partner's while the organization is not
 * archived.
 */
export function voidReason({ type, role, organization, creator }: InviteBacking): VoidReason | null {
  if (type === 'invite_to_organization')
    return organization && organization.status !== 'archived' ? null : 'organization'
  if (type !== 'invite_to_user' || (creator === null && role !== null)) return null
  return role !== null && creator?.status === 'active' && mayCreate(creator, type, role) ? null : 'creator'
}

/** Whose codes somebody may delete; replacing a code counts as deleting it. */
export const deletionScope = (actor: Pick<Actor, 'role'>): 'any' | 'own' | 'none' => {
  if (can(actor, 'invites.deleteAny')) return 'any'
  return can(actor, 'invites.deleteOwn') ? 'own' : 'none'
}

export function mayDelete(actor: Writer, invite: Pick<Made, 'createdBy'>): boolean {
  const whose = deletionScope(actor)
  return whose === 'any' || (whose === 'own' && invite.createdBy === actor.id)
}

/** A deleted code's creator, and people who may delete any code, can still see who joined with it. */
export const mayReadDeleted = (actor: Writer, { createdBy }: Pick<Made, 'createdBy'>): boolean =>
  deletionScope(actor) === 'any' || createdBy === actor.id

/** Changing limits and dates, and resending: for the creator and people who may delete any code, if they could create such a code. */
export const mayChange = (actor: Writer, invite: Made): boolean =>
  mayCreate(actor, invite.type, invite.role) && (invite.createdBy === actor.id || can(actor, 'invites.deleteAny'))
