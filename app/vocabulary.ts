/** Every closed list of the specification, once. Other lists and types are derived from these. */

export const LANGUAGES = ['en', 'zh', 'ru', 'kk'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'en'

/** The role ladder, highest first (specification 6). */
export const ROLES = ['superadmin', 'admin', 'manager', 'cashier'] as const
export type Role = (typeof ROLES)[number]
/** Roles that may review applications, and prepare a decision for a second person. */
export const REVIEWER_ROLES: readonly Role[] = ['superadmin', 'admin', 'manager']

/** A saved view: a list and its filters under a name, as one person sees it. */
export type SavedView = {
  id: string
  name: string
  path: string
  search: string
  sharedWith: Role | null
  isOwn: boolean
}

export const USER_STATUSES = ['active', 'inactive', 'invited', 'suspended'] as const
/** How many days an invited user has for the first sign-in. */
export const INVITATION_DAYS = 30
export type UserStatus = (typeof USER_STATUSES)[number]

export const INVITE_TYPES = ['invite_to_organization', 'invite_to_user', 'invite_logistic_provider'] as const
export type InviteType = (typeof INVITE_TYPES)[number]

/** How an invitation is sent. */
export const INVITE_CHANNELS = ['email', 'whatsapp'] as const
export type InviteChannel = (typeof INVITE_CHANNELS)[number]

/** Derived when read, never stored. */
export const INVITE_STATUSES = ['active', 'used', 'expired'] as const
export type InviteStatus = (typeof INVITE_STATUSES)[number]

export const ORGANIZATION_STATUSES = [
  'draft',
  'submitted',
  'pending',
  'approved',
  'rejected',
  'active',
  'suspended',
  'archived',
] as const
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number]

export const COUNTRIES = ['KZ', 'CN', 'RU', 'US'] as const
export type Country = (typeof COUNTRIES)[number]

export const OPERATION_MODES = ['self_operated', 'hybrid', 'independent'] as const
export type OperationMode = (typeof OPERATION_MODES)[number]

export const VERIFICATION_TYPES = [
  'initial_registration',
  'business_license_renewal',
  'tax_registration_renewal',
  'bank_account_update',
  'operation_mode_change',
  'address_change',
  'legal_representative_change',
] as const
export type VerificationType = (typeof VERIFICATION_TYPES)[number]
/** All types but mode change requests, which have their own tab. */
export const FIRST_TAB_TYPES = VERIFICATION_TYPES.filter((type) => type !== 'operation_mode_change')

export const VERIFICATION_STATUSES = ['pending', 'under_review', 'approved', 'rejected', 'need_more_info'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/** Who an application waits for in each status. Every other list of its statuses, in rules and in SQL, is derived from this one. */
export const WAITS_FOR = {
  pending: 'us',
  under_review: 'us',
  need_more_info: 'applicant',
  approved: 'nobody',
  rejected: 'nobody',
} as const satisfies Record<VerificationStatus, 'us' | 'applicant' | 'nobody'>

type StatusThatWaitsFor<Who> = {
  [Status in VerificationStatus]: (typeof WAITS_FOR)[Status] extends Who ? Status : never
}[VerificationStatus]

const thatWaitFor = <Who extends 'us' | 'applicant' | 'nobody'>(...whom: Who[]) =>
  (Object.keys(WAITS_FOR) as VerificationStatus[]).filter((status): status is StatusThatWaitsFor<Who> =>
    whom.some((who) => who === WAITS_FOR[status]),
  )

export const OPEN_STATUSES = thatWaitFor('us', 'applicant')
export const STATUSES_WAITING_FOR_US = thatWaitFor('us')
export const STATUSES_WAITING_FOR_APPLICANT = thatWaitFor('applicant')
export const DECIDED_STATUSES = thatWaitFor('nobody')
export const isDecided = (status: string): boolean => DECIDED_STATUSES.some((decided) => decided === status)

export const TIMELINE_EVENTS = [
  'submitted',
  'review_started',
  'approved',
  'rejected',
  'info_requested',
  'resubmitted',
] as const
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number]

/** What staff do to an application internally: part of its history, never shown to the applicant. */
const DESK_EVENTS = ['released', 'taken_over', 'prepared', 'returned', 'undone'] as const
export type HistoryEvent = TimelineEvent | (typeof DESK_EVENTS)[number]

export const DOCUMENT_STATUSES = ['pending', 'verified', 'rejected'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

/** The state of a file's virus scan; `unscanned` when no scanner was asked. */
const SCAN_STATES = ['unscanned', 'pending', 'clean', 'infected'] as const
export type ScanState = (typeof SCAN_STATES)[number]

export const DOCUMENT_TYPES = [
  'business_license',
  'tax_certificate',
  'bank_statement',
  'representative_id',
  'lease_agreement',
  'power_of_attorney',
  'operations_plan',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

const DOCUMENT_MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type DocumentMediaType = (typeof DOCUMENT_MEDIA_TYPES)[number]

/** How a sign-in code is sent. */
export const CODE_CHANNELS = ['whatsapp', 'sms'] as const
export type CodeChannel = (typeof CODE_CHANNELS)[number]

/** What a code is for; a code made for one purpose is refused for another. */
export const CODE_PURPOSES = ['sign-in', 'sign-up', 'proof'] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

export const MESSAGE_CHANNELS = ['sms', 'whatsapp', 'email'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'failed'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

export const FONTS = ['inter', 'manrope', 'system'] as const
export type Font = (typeof FONTS)[number]

export const DIRECTIONS = ['ltr', 'rtl'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const SERVICE_TYPES = ['standard', 'express', 'freight', 'fulfilment', 'customs', 'cold_chain'] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

export const WORKING_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type WorkingDay = (typeof WORKING_DAYS)[number]

export const CURRENCIES = ['KZT', 'CNY', 'RUB', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/** The setup steps that a partner completes before submitting an organization, in order. */
export const SETUP_STEPS = [
  'basic',
  'contact',
  'coverage',
  'orders',
  'hours',
  'brand',
  'documents',
  'settings',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** How close the rows of a list stand. */
export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

/** Where a staff member lands after signing in. */
export const START_PAGES = ['dashboard', 'verifications', 'organizations', 'invites', 'users'] as const
export type StartPage = (typeof START_PAGES)[number]

/** What a template is for: the reason for rejecting an application, for rejecting a document, or one item of a request. */
export const TEMPLATE_USES = ['rejection', 'document_rejection', 'item'] as const
export type TemplateUse = (typeof TEMPLATE_USES)[number]

/** Kinds of entries in a staff member's inbox. */
const INBOX_KINDS = [
  'mention',
  'taken_over',
  'given_back',
  'yours_again',
  'prepared',
  'returned',
  'prepared_void',
  'approval_agreed',
  'rejection_agreed',
  'invite_redeemed',
  'invited_signed_in',
  'export_proposed',
  'erase_proposed',
  'superadmin_made',
  'number_proposed',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** Events that staff may be notified of. */
export const STAFF_EVENTS = [
  'new_verification',
  'overdue_verification',
  'new_mode_change',
  'recovery_request',
  'invite_redeemed',
  'mention',
  'morning_digest',
] as const
export type StaffEvent = (typeof STAFF_EVENTS)[number]

export const STAFF_CHANNELS = ['email', 'whatsapp'] as const
export type StaffChannel = (typeof STAFF_CHANNELS)[number]
export type NotificationChoice = { event: StaffEvent; channel: StaffChannel }

/** How a recovery request ended. */
const RECOVERY_OUTCOMES = ['number_changed', 'declined', 'cancelled'] as const
export type RecoveryOutcome = (typeof RECOVERY_OUTCOMES)[number]
/** The state of a recovery request; a change of a superadmin's number is proposed by one superadmin and agreed to by another. */
export const RECOVERY_STATES = ['waiting', 'proposed', 'agreed', ...RECOVERY_OUTCOMES] as const
export type RecoveryState = (typeof RECOVERY_STATES)[number]

/** What two superadmins together can do with a person's data. */
export const DATA_REQUEST_KINDS = ['export', 'erase'] as const
export type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number]
