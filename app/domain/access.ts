import type { PageSize } from '../lists/paging'
import {
  REVIEWER_ROLES,
  ROLES,
  type Density,
  type InboxKind,
  type Language,
  type Role,
  type SavedView,
  type StartPage,
  type VerificationType,
} from '../vocabulary'

/** Who acts: read from the database at each request. Staff have a role, partners an organization. */
export type Actor = {
  id: string
  username: string
  phone: string
  role: Role | null
  organizationId: string | null
  language: Language
  timeZone: string
  sessionId: string
  /** When the actor last entered a code or used a passkey in this session. */
  provenAt: Date
  /** Number of unread inbox entries by kind. */
  unread?: Partial<Record<InboxKind, number>> | null
  /** The actor's own saved views and those shared with their role. */
  views?: SavedView[] | null
} & DisplayChoices

/** A person's display preferences; null means the default. */
type DisplayChoices = {
  pageSize: PageSize | null
  density: Density | null
  startPage: StartPage | null
  /** Whether single-key shortcuts are on. */
  hasShortcuts: boolean
}

/** The actor's own role and those below it: the roles they may assign, invite into and share with. */
export const rolesUpTo = ({ role }: Pick<Actor, 'role'>): Role[] =>
  role === null ? [] : ROLES.slice(ROLES.indexOf(role))

const EVERYBODY: readonly Role[] = ROLES
const MANAGERS: readonly Role[] = ['superadmin', 'admin', 'manager']
const ADMINS: readonly Role[] = ['superadmin', 'admin']
const SUPERADMINS: readonly Role[] = ['superadmin']
const NO_STAFF: readonly Role[] = []

/** The one table of permissions: which roles have an ability (decisions, Roles). Deny is the default. */
export const ABILITIES = {
  'dashboard.read': EVERYBODY,
  'organizations.read': EVERYBODY,
  'verifications.read': EVERYBODY,
  'invites.read': EVERYBODY,
  'documents.read': MANAGERS,
  'contacts.read': MANAGERS,
  'users.read': MANAGERS,
  'verifications.review': REVIEWER_ROLES,
  'verifications.decideSensitive': ADMINS,
  'templates.read': MANAGERS,
  'templates.edit': ADMINS,
  'invites.create': EVERYBODY,
  'invites.createAnyType': MANAGERS,
  'invites.deleteOwn': MANAGERS,
  'invites.deleteAny': ADMINS,
  'organizations.edit': MANAGERS,
  notes: MANAGERS,
  inbox: EVERYBODY,
  views: EVERYBODY,
  'organizations.changeStatus': ADMINS,
  'users.invite': MANAGERS,
  'users.pause': MANAGERS,
  'users.suspend': ADMINS,
  'users.changeRole': ADMINS,
  'users.data': SUPERADMINS,
  'users.hold': SUPERADMINS,
  'audit.read': EVERYBODY,
  'audit.readAll': ADMINS,
  'recovery.read': MANAGERS,
  'dueDates.edit': SUPERADMINS,
  'reviews.settings': SUPERADMINS,
  'keeping.edit': SUPERADMINS,
  'settings.own': EVERYBODY,
  'settings.staff': EVERYBODY,
  'setup.read': EVERYBODY,
  'setup.own': NO_STAFF,
} as const satisfies Record<string, readonly Role[]>

export type Ability = keyof typeof ABILITIES

export const rolesThatMay = (ability: Ability): readonly Role[] => ABILITIES[ability]

/** Abilities of partners, who have no staff role. */
const PARTNER_ABILITIES: readonly Ability[] = ['settings.own', 'setup.read', 'setup.own']

export function can(actor: Pick<Actor, 'role'>, ability: Ability): boolean {
  return actor.role ? ABILITIES[ability].includes(actor.role) : PARTNER_ABILITIES.includes(ability)
}

/** Nobody decides about an application that they submitted, nor judges its documents. */
export const hasConflictOfInterest = (
  actor: Pick<Actor, 'id'>,
  { submittedBy }: { submittedBy: string | null },
): boolean => submittedBy === actor.id

/** All abilities of an actor, for menus and buttons. */
export const abilitiesOf = (actor: Pick<Actor, 'role'>): Ability[] =>
  (Object.keys(ABILITIES) as Ability[]).filter((ability) => can(actor, ability))

/** Types that only admins decide. */
export const SENSITIVE_VERIFICATION_TYPES: readonly VerificationType[] = [
  'bank_account_update',
  'legal_representative_change',
  'operation_mode_change',
]

declare const granted: unique symbol
/** Proof that the actor has the ability; every domain function of the console takes one. */
export type Permit<Asked extends Ability = Ability> = {
  readonly actor: Actor
  readonly ability: Asked
  readonly [granted]: true
}

/** The only way to obtain a permit; null when the actor lacks the ability. */
export function grant<Asked extends Ability>(actor: Actor, ability: Asked): Permit<Asked> | null {
  return can(actor, ability) ? ({ actor, ability } as Permit<Asked>) : null
}
