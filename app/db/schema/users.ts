import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Density, Language, RecoveryOutcome, Role, StartPage, UserStatus } from '../../vocabulary'
import { at, EVEN_WRITES, hanSigns, id, keyInitials, keyStart } from './columns'
import { organizations } from './organizations'

/** Staff who may sign in; must match their index word for word. */
export const isActiveStaff = (t: Record<'status' | 'role', SQLWrapper>): SQL =>
  sql`${t.status} = 'active' and ${t.role} is not null`

/** Staff have a role and no organization; partners an organization and no role. Phones are E.164. */
export const users = pgTable(
  'users',
  {
    id: id(),
    username: text('username').notNull(),
    phone: text('phone').notNull().unique(),
    email: text('email'),
    status: text('status').$type<UserStatus>().notNull(),
    role: text('role').$type<Role>(),
    organizationId: uuid('organization_id').references(() => organizations.id),
    language: text('language').$type<Language>().notNull().default('en'),
    timeZone: text('time_zone').notNull().default('Asia/Almaty'),
    suspendedReason: text('suspended_reason'),
    createdAt: at('created_at').notNull(),
    lastSignInAt: at('last_sign_in_at'),
    /** The name as it is searched for: folded and transliterated. */
    searchKey: text('search_key').notNull().default(''),
    /** Display settings; null means each list's default, 'comfortable' and the role's first page. */
    pageSize: integer('page_size').$type<10 | 20 | 30 | 40 | 50 | 100>(),
    density: text('density').$type<Density>(),
    startPage: text('start_page').$type<StartPage>(),
    hasShortcuts: boolean('has_shortcuts').notNull().default(true),
    /** The day of their last morning digest, in their time zone. */
    digestSentOn: date('digest_sent_on', { mode: 'string' }),
    /** When the person was erased: only id, role and organization are left of them. */
    erasedAt: at('erased_at'),
    version: integer('version').notNull().default(1),
    /** The version of the person's own settings: separate, so that a person who keeps saving cannot block changes of their account. */
    settingsVersion: integer('settings_version').notNull().default(1),
  },
  (t) => [
    index('users_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('users_email_folded').on(sql`lower(${t.email})`),
    index('users_username').on(t.username, t.id),
    index('users_active_staff').on(t.username, t.id, t.role).where(isActiveStaff(t)),
    index('users_last_sign_in').on(t.lastSignInAt.desc().nullsLast(), t.id.desc().nullsLast()),
    /** Status first: invited people never signed in, and would fill one end of the other index. */
    index('users_status_last_sign_in').on(t.status, t.lastSignInAt.desc().nullsLast(), t.id.desc().nullsLast()),
    index('users_status_created').on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('users_role_created').on(t.role, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('users_organization_created').on(t.organizationId, t.createdAt, t.id, t.status, t.role),
    index('users_name_trigrams').using('gin', t.username.op('gin_trgm_ops')).with(EVEN_WRITES),
    index('users_search_trigrams')
      .using('gin', t.searchKey.op('gin_trgm_ops'), t.phone.op('gin_trgm_ops'))
      .with(EVEN_WRITES),
    index('users_han').using('gin', hanSigns(t.searchKey)).with(EVEN_WRITES),
    index('users_key_start').on(sql`(${keyStart(t.searchKey)})`),
    index('users_initials').on(sql`(${keyInitials(t.searchKey)})`),
    index('users_without_key')
      .on(t.id)
      .where(sql`${t.searchKey} = ''`),
    index('users_who_left')
      .on(t.id)
      .where(sql`${t.status} in ('inactive', 'suspended') and ${t.erasedAt} is null`),
    index('users_erased')
      .on(t.id)
      .where(sql`${t.erasedAt} is not null`),
    check('users_pseudonym', sql`(${t.erasedAt} is not null) = starts_with(${t.username}, ${sql.raw(`E'\\u2063#'`)})`),
    check('users_staff_or_partner', sql`${t.role} is null or ${t.organizationId} is null`),
  ],
)

/**
 * Set when somebody changes another person's account: forms that were drawn before, including that person's own settings, are then a
 * conflict.
 */
export const raisedVersions = {
  version: sql`${users.version} + 1`,
  settingsVersion: sql`${users.settingsVersion} + 1`,
}

/**
 * Filed on /forgot-password by somebody whose number changed; staff see it. Its state follows from who handled, proposed
 * and agreed (domain/users/recovery-actions).
 */
export const recoveryRequests = pgTable(
  'recovery_requests',
  {
    id: id(),
    name: text('name').notNull(),
    /** The name as it is compared with that of the user: folded and transliterated. */
    nameKey: text('name_key').notNull().default(''),
    oldPhone: text('old_phone').notNull(),
    newPhone: text('new_phone').notNull(),
    message: text('words').notNull(),
    /** Filed in a browser that the owner of the old number has signed in with. */
    isFromOwnBrowser: boolean('is_from_own_browser').notNull().default(false),
    createdAt: at('created_at').notNull(),
    /** When staff were last told that it waits. */
    toldAt: at('told_at'),
    proposedAt: at('proposed_at'),
    proposedBy: uuid('proposed_by').references(() => users.id),
    agreedAt: at('agreed_at'),
    /** Null where the operator of the server agreed. */
    agreedBy: uuid('agreed_by').references(() => users.id),
    handledAt: at('handled_at'),
    handledBy: uuid('handled_by').references(() => users.id),
    outcome: text('outcome').$type<RecoveryOutcome>(),
  },
  (t) => [
    index('recovery_requests_created').on(t.createdAt.desc().nullsFirst()),
    index('recovery_requests_open')
      .on(t.createdAt)
      .where(sql`${t.outcome} is null`),
    index('recovery_requests_agreed')
      .on(t.agreedAt)
      .where(sql`${t.outcome} is null and ${t.agreedAt} is not null`),
  ],
)
