import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type {
  CodeChannel,
  CodePurpose,
  Country,
  Currency,
  Density,
  DocumentMediaType,
  DocumentStatus,
  DocumentType,
  InviteChannel,
  InviteType,
  Language,
  MessageChannel,
  MessageStatus,
  OperationMode,
  OrganizationStatus,
  RecoveryOutcome,
  Role,
  ScanState,
  ServiceType,
  SetupStep,
  StaffChannel,
  StaffEvent,
  StartPage,
  TimelineEvent,
  UserStatus,
  VerificationStatus,
  VerificationType,
  WorkingDay,
} from '../vocabulary'
import { sealedCode } from './sealed-code'
import { rankOf } from './verification-rank'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
const id = () => uuid('id').primaryKey().defaultRandom()

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
    /** Display settings: null is the default of each list, 'comfortable' and the role's first page. */
    pageSize: integer('page_size').$type<10 | 20 | 30 | 40 | 50 | 100>(),
    density: text('density').$type<Density>(),
    startPage: text('start_page').$type<StartPage>(),
    hasShortcuts: boolean('has_shortcuts').notNull().default(true),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('users_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('users_status_created').on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('users_role_created').on(t.role, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('users_organization').on(t.organizationId),
    index('users_name_trigrams').using('gin', t.username.op('gin_trgm_ops')),
    index('users_search_trigrams').using('gin', t.searchKey.op('gin_trgm_ops'), t.phone.op('gin_trgm_ops')),
    check('users_staff_or_partner', sql`${t.role} is null or ${t.organizationId} is null`),
  ],
)

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: text('name').notNull(),
    legalName: text('legal_name').notNull(),
    registrationNumber: text('registration_number').notNull(),
    country: text('country').$type<Country>().notNull(),
    operationMode: text('operation_mode').$type<OperationMode>().notNull(),
    status: text('status').$type<OrganizationStatus>().notNull(),
    isTrial: boolean('is_trial').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    timeZone: text('time_zone').notNull(),
    pickupCountries: text('pickup_countries').array().$type<Country[]>().notNull(),
    deliveryCountries: text('delivery_countries').array().$type<Country[]>().notNull(),
    serviceTypes: text('service_types').array().$type<ServiceType[]>().notNull(),
    autoAcceptOrders: boolean('auto_accept_orders').notNull(),
    orderTimeoutMinutes: integer('order_timeout_minutes').notNull(),
    allowCod: boolean('allow_cod').notNull(),
    maxWeightKg: integer('max_weight_kg').notNull(),
    maxSizeCm: integer('max_size_cm').notNull(),
    is247Service: boolean('is_247_service').notNull(),
    pickupHours: text('pickup_hours').notNull(),
    deliveryHours: text('delivery_hours').notNull(),
    workingDays: text('working_days').array().$type<WorkingDay[]>().notNull(),
    virtualWarehouse: boolean('virtual_warehouse').notNull(),
    platformDelivery: boolean('platform_delivery').notNull(),
    platformCustoms: boolean('platform_customs').notNull(),
    internationalShipping: boolean('international_shipping').notNull(),
    autoDispatch: boolean('auto_dispatch').notNull(),
    customerSelfService: boolean('customer_self_service').notNull(),
    defaultLocale: text('default_locale').$type<Language>().notNull(),
    defaultCurrency: text('default_currency').$type<Currency>().notNull(),
    /** The steps of its setup that its partner has saved. */
    setupSteps: text('setup_steps').array().$type<SetupStep[]>().notNull().default([]),
    /** Both names as they are searched for: folded and transliterated. */
    searchKey: text('search_key').notNull().default(''),
    /** Why staff gave it the status it has, where a reason was asked for. */
    statusReason: text('status_reason'),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('organizations_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('organizations_status_created').on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('organizations_facets').on(t.status, t.operationMode, t.country),
    index('organizations_registration').on(t.country, t.registrationNumber),
    index('organizations_name_trigrams').using('gin', t.name.op('gin_trgm_ops')),
    index('organizations_register_trigrams').using(
      'gin',
      t.legalName.op('gin_trgm_ops'),
      t.registrationNumber.op('gin_trgm_ops'),
    ),
    index('organizations_search_trigrams').using(
      'gin',
      t.searchKey.op('gin_trgm_ops'),
      t.phone.op('gin_trgm_ops'),
      t.email.op('gin_trgm_ops'),
    ),
    index('organizations_phone').on(t.phone),
  ],
)

/** A contact of an organization: a place with a phone and an e-mail. */
export const branches = pgTable(
  'branches',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    person: text('person').notNull(),
    phone: text('phone').notNull(),
    email: text('email').notNull(),
    address: text('address').notNull(),
    isPrimary: boolean('is_primary').notNull(),
  },
  (t) => [
    index('branches_organization').on(t.organizationId),
    uniqueIndex('branches_one_primary')
      .on(t.organizationId)
      .where(sql`${t.isPrimary}`),
  ],
)

export const brands = pgTable(
  'brands',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    localName: text('local_name').notNull(),
    slogan: text('slogan').notNull(),
    primaryColor: text('primary_color').notNull(),
    secondaryColor: text('secondary_color').notNull(),
    countries: text('countries').array().$type<Country[]>().notNull(),
  },
  (t) => [index('brands_organization').on(t.organizationId)],
)

/** One application under review. Of type operation_mode_change it is a mode change request and names both modes. */
export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    type: text('type').$type<VerificationType>().notNull(),
    status: text('status').$type<VerificationStatus>().notNull(),
    submittedBy: uuid('submitted_by').references(() => users.id),
    submittedAt: at('submitted_at').notNull(),
    reviewerId: uuid('reviewer_id').references(() => users.id),
    reviewedAt: at('reviewed_at'),
    reviewNotes: text('review_notes'),
    rejectionReason: text('rejection_reason'),
    requestedChanges: text('requested_changes').array().notNull().default([]),
    /** Time spent in need_more_info so far, and since when it is there now. */
    waitedForApplicantMs: bigint('waited_for_applicant_ms', { mode: 'number' }).notNull().default(0),
    waitingSince: at('waiting_since'),
    currentMode: text('current_mode').$type<OperationMode>(),
    requestedMode: text('requested_mode').$type<OperationMode>(),
    modeReason: text('mode_reason'),
    /** When staff were told that it waits too long. */
    overdueNoticeAt: at('overdue_notice_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('verifications_rank_submitted').on(rankOf(t.status), t.submittedAt, t.id, t.status),
    index('verifications_rank_newest').on(
      rankOf(t.status),
      t.submittedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      t.status,
    ),
    index('verifications_submitted').on(t.submittedAt, t.id),
    index('verifications_status_submitted').on(t.status, t.submittedAt, t.id),
    index('verifications_type_status').on(t.type, t.status, t.submittedAt),
    index('verifications_reviewer_submitted').on(t.reviewerId, t.submittedAt, t.id),
    index('verifications_organization').on(t.organizationId, t.submittedAt),
    index('verifications_reviewed').on(t.reviewedAt),
    uniqueIndex('verifications_one_open')
      .on(t.organizationId, t.type)
      .where(sql`${t.status} in ('pending', 'under_review', 'need_more_info')`),
    check(
      'verifications_mode_change',
      sql`(${t.type} = 'operation_mode_change') = (${t.requestedMode} is not null and ${t.currentMode} is not null and ${t.modeReason} is not null)`,
    ),
  ],
)

export const timelineEvents = pgTable(
  'timeline_events',
  {
    id: id(),
    verificationId: uuid('verification_id')
      .notNull()
      .references(() => verifications.id),
    event: text('event').$type<TimelineEvent>().notNull(),
    at: at('at').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    /** The words that go with it: notes, reason, or the answer of the applicant. */
    words: text('words'),
    items: text('items').array().notNull().default([]),
    /** The version of the verification that this event made. */
    version: integer('version').notNull(),
  },
  (t) => [
    uniqueIndex('timeline_events_verification').on(t.verificationId, t.version),
    index('timeline_events_at').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('timeline_events_event').on(t.event, t.at),
  ],
)

/** The file itself lies in the document store under `storageKey`. */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    verificationId: uuid('verification_id').references(() => verifications.id),
    type: text('type').$type<DocumentType>().notNull(),
    fileName: text('file_name').notNull(),
    mediaType: text('media_type').$type<DocumentMediaType>().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    storageKey: text('storage_key').notNull().unique(),
    status: text('status').$type<DocumentStatus>().notNull(),
    rejectionReason: text('rejection_reason'),
    reviewedBy: uuid('reviewed_by').references(() => users.id),
    reviewedAt: at('reviewed_at'),
    uploadedAt: at('uploaded_at').notNull(),
    scanState: text('scan_state').$type<ScanState>().notNull().default('unscanned'),
    /** What the scanner calls the thing it found. */
    scanFinding: text('scan_finding'),
    /** When the scanner is asked next; null as soon as may be. */
    scanDueAt: at('scan_due_at'),
    /** Since when its file cannot be found in the document store. */
    fileMissingSince: at('file_missing_since'),
  },
  (t) => [
    index('documents_verification').on(t.verificationId),
    index('documents_organization').on(t.organizationId),
    index('documents_to_scan')
      .on(t.uploadedAt)
      .where(sql`scan_state in ('unscanned', 'pending')`),
  ],
)

/** Uploads under way, over all replicas; one whose replica is gone counts until its time is over. */
export const openUploads = pgTable(
  'open_uploads',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    until: at('until').notNull(),
  },
  (t) => [index('open_uploads_organization').on(t.organizationId)],
)

/** Files of the document store that no document names, and since when that is known. */
export const strayFiles = pgTable('stray_files', {
  storageKey: text('storage_key').primaryKey(),
  seenAt: at('seen_at').notNull(),
})

export const invites = pgTable(
  'invites',
  {
    id: id(),
    code: sealedCode('code').notNull().unique(),
    type: text('type').$type<InviteType>().notNull(),
    maximumUses: integer('maximum_uses').notNull(),
    usedCount: integer('used_count').notNull().default(0),
    /** The instant at which its last day ends in the creator's time zone; null never expires. */
    expiresAt: at('expires_at'),
    notes: text('notes'),
    role: text('role').$type<Role>(),
    organizationId: uuid('organization_id').references(() => organizations.id),
    createdBy: uuid('created_by').references(() => users.id),
    createdAt: at('created_at').notNull(),
    deletedAt: at('deleted_at'),
    /** The zone in which its last day ends: the creator's at that time. */
    timeZone: text('time_zone'),
    /** How it was sent, and to whom; null for a code that is handed over in another way. */
    channel: text('channel').$type<InviteChannel>(),
    recipient: text('recipient'),
    language: text('language').$type<Language>(),
    customMessage: text('custom_message'),
    /** When it was last given to the outbox. */
    sentAt: at('sent_at'),
    /** How many codes to join with it were sent: at most three for each use. */
    codesSent: integer('codes_sent').notNull().default(0),
    /** The code that took the place of this one when it had leaked. */
    replacedBy: uuid('replaced_by').references((): AnyPgColumn => invites.id),
  },
  (t) => [
    index('invites_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('invites_type_created').on(t.type, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('invites_open_created')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${t.usedCount} < ${t.maximumUses}`),
    index('invites_used_created')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${t.usedCount} >= ${t.maximumUses}`),
    index('invites_expires')
      .on(t.expiresAt, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('invites_recipient')
      .on(t.recipient)
      .where(sql`${t.recipient} is not null`),
    index('invites_words_trigrams').using(
      'gin',
      t.code.op('gin_trgm_ops'),
      t.notes.op('gin_trgm_ops'),
      t.recipient.op('gin_trgm_ops'),
    ),
    check('invites_uses', sql`${t.usedCount} between 0 and ${t.maximumUses} and ${t.maximumUses} >= 1`),
  ],
)

/** One use of an invite code: who joined with it, and into which organization. Stays when the code is deleted. */
export const redemptions = pgTable(
  'redemptions',
  {
    id: id(),
    inviteId: uuid('invite_id')
      .notNull()
      .references(() => invites.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    organizationId: uuid('organization_id').references(() => organizations.id),
    at: at('at').notNull(),
  },
  (t) => [
    uniqueIndex('redemptions_once').on(t.inviteId, t.userId),
    index('redemptions_invite').on(t.inviteId, t.at.desc().nullsFirst()),
    index('redemptions_user').on(t.userId),
  ],
)

/** One code sent to one phone for one browser; only the keyed hash of the code is kept. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    phone: text('phone').notNull(),
    purpose: text('purpose').$type<CodePurpose>().notNull().default('sign-in'),
    /** The trusted browser or the session that asked; null for everybody else. Each has a countdown and a live code of its own. */
    askedBy: uuid('asked_by'),
    /** The invite that a code to join with counts against. */
    inviteId: uuid('invite_id'),
    channel: text('channel').$type<CodeChannel>().notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    replacedAt: at('replaced_at'),
    /** When its message turned out not to reach anybody; entering it fails from then on. */
    voidedAt: at('voided_at'),
  },
  (t) => [index('sign_in_codes_phone').on(t.phone, t.createdAt.desc().nullsFirst())],
)

/** A browser in which somebody has signed in before; it holds the token, sealed, and only the token's hash is kept here. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    userAgent: text('user_agent').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (t) => [index('trusted_devices_user').on(t.userId, t.lastUsedAt.desc().nullsFirst())],
)

/** Counters of the limiter; the key is a keyed hash, so no phone or address is readable here. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: at('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index('rate_limits_window').on(t.windowStart)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    accessTokenHash: text('access_token_hash').notNull().unique(),
    accessExpiresAt: at('access_expires_at').notNull(),
    refreshTokenHash: text('refresh_token_hash').notNull().unique(),
    /** The refresh token before this one: within 10 s of `rotatedAt` it gets the same successor, later it ends the session. */
    previousRefreshTokenHash: text('previous_refresh_token_hash').unique(),
    rotatedAt: at('rotated_at'),
    deviceId: text('device_id').notNull(),
    /** The trusted browser it was opened in; forgetting that browser ends it. */
    trustedDeviceId: uuid('trusted_device_id').references(() => trustedDevices.id, { onDelete: 'set null' }),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    createdAt: at('created_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    /** When this person last entered a code or used a passkey here; the column is older than passkeys. */
    provenAt: at('code_entered_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('sessions_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('sessions_trusted_device').on(t.trustedDeviceId),
  ],
)

/** Refresh tokens spent longer ago than the previous one; presenting one ends its session. */
export const spentRefreshTokens = pgTable(
  'spent_refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
  },
  (t) => [index('spent_refresh_tokens_session').on(t.sessionId)],
)

/** Public keys that a person registered; the private half never leaves their device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId, t.createdAt)],
)

/** Challenges that a passkey has answered, so that no answer counts twice; only their hashes. */
export const spentChallenges = pgTable('spent_challenges', {
  challengeHash: text('challenge_hash').primaryKey(),
  spentAt: at('spent_at').notNull(),
})

/** The transactional outbox: written with the change, delivered after commit by any replica. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    channel: text('channel').$type<MessageChannel>().notNull(),
    kind: text('kind').notNull(),
    to: text('to').notNull(),
    subject: text('subject'),
    text: text('text').notNull(),
    /** Of the text; unknown for messages whose words are made when they are delivered. */
    language: text('language').$type<Language>(),
    status: text('status').$type<MessageStatus>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: at('created_at').notNull(),
    nextAttemptAt: at('next_attempt_at').notNull(),
    /** After this instant it is no longer worth sending (a code dies with its expiry). */
    expiresAt: at('expires_at').notNull(),
    sentAt: at('sent_at'),
    deliveredAt: at('delivered_at'),
    lastError: text('last_error'),
    verificationId: uuid('verification_id').references(() => verifications.id),
    inviteId: uuid('invite_id').references(() => invites.id),
  },
  (t) => [
    index('messages_due')
      .on(t.nextAttemptAt)
      .where(sql`${t.status} = 'queued'`),
    index('messages_verification').on(t.verificationId),
    index('messages_invite').on(t.inviteId, t.createdAt.desc().nullsFirst()),
  ],
)

/**
 * Append-only (rights and a trigger refuse change): one row per write. The database itself chains the rows: it gives each
 * its position, the hash of the row before and its own (migration 0007, decision 0010).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: at('at').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    role: text('role').$type<Role>(),
    act: text('act').notNull(),
    objectType: text('object_type').notNull(),
    objectId: text('object_id').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    reason: text('reason'),
    requestId: text('request_id').notNull(),
    /** Where the request came from; null for what was not asked for by one. */
    address: text('address'),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    previousHash: text('previous_hash').notNull().default(''),
    hash: text('hash').notNull().default(''),
  },
  (t) => [
    uniqueIndex('audit_log_position').on(t.position),
    index('audit_log_at').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log_actor').on(t.actorId, t.at.desc().nullsFirst()),
    index('audit_log_object').on(t.objectType, t.objectId, t.at.desc().nullsFirst()),
    index('audit_log_object_id').on(t.objectId, t.at.desc().nullsFirst()),
    index('audit_log_act').on(t.act, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log_role').on(t.role, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log_words').using('gin', t.reason.op('gin_trgm_ops'), t.requestId.op('gin_trgm_ops')),
  ],
)

/** The end of the chain of audit rows, in its only row; whoever appends holds it until the transaction ends. */
export const auditHead = pgTable(
  'audit_head',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    hash: text('hash').notNull().default('0'.repeat(64)),
  },
  (t) => [check('audit_head_only', sql`${t.isOnly}`)],
)

/**
 * Filed on /forgot-password by somebody whose number changed; staff see it. Its state follows from who settled, proposed
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
    words: text('words').notNull(),
    createdAt: at('created_at').notNull(),
    /** When staff were last told that it waits. */
    toldAt: at('told_at'),
    proposedAt: at('proposed_at'),
    proposedBy: uuid('proposed_by').references(() => users.id),
    agreedAt: at('agreed_at'),
    /** Nobody where the operator of the server agreed. */
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

/** Where a staff member wants news otherwise than everybody: a row turns on what is off by default, and off what is on. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    event: text('event').$type<StaffEvent>().notNull(),
    channel: text('channel').$type<StaffChannel>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.event, t.channel] }),
    index('notification_choices_event').on(t.event, t.channel),
  ],
)

/** Facts about this database itself, such as when and with which seed demo data was written. */
export const facts = pgTable('facts', { key: text('key').primaryKey(), value: text('value').notNull() })

/** What somebody wrote into a form and has not sent, per person and form. */
export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The path of the form. */
    form: text('form').notNull(),
    /** Empty once the form was taken: the row stays for a while to refuse saves that arrive after it. */
    fields: jsonb('fields').$type<[name: string, value: string][]>().notNull(),
    /** The drawing of the form that was taken last. */
    takenDrawing: text('taken_drawing'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.form] }), index('drafts_updated').on(t.updatedAt)],
)

/** Forms that were taken, by the id that each was drawn with: what is sent again takes effect once. */
export const sentForms = pgTable(
  'sent_forms',
  {
    id: uuid('id').primaryKey(),
    /** Nobody where nobody had signed in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Of what was sent, not the text itself. */
    contentHash: text('content_hash').notNull(),
    /** What was answered, without codes and names; null while the form is being taken. */
    answer: jsonb('answer'),
    sentAt: at('sent_at').notNull(),
  },
  (t) => [index('sent_forms_sent').on(t.sentAt)],
)
