import type { Tone } from './badge'
import type { DocumentStatus, InviteStatus, OrganizationStatus, UserStatus, VerificationStatus } from '../vocabulary'

export const VERIFICATION_TONES = {
  pending: 'amber',
  under_review: 'sky',
  approved: 'green',
  rejected: 'red',
  need_more_info: 'indigo',
} as const satisfies Record<VerificationStatus, Tone>

export const ORGANIZATION_TONES = {
  draft: 'grey',
  submitted: 'sky',
  pending: 'amber',
  approved: 'green',
  rejected: 'red',
  active: 'teal',
  suspended: 'red',
  archived: 'grey',
} as const satisfies Record<OrganizationStatus, Tone>

export const DOCUMENT_TONES = {
  pending: 'amber',
  verified: 'green',
  rejected: 'red',
} as const satisfies Record<DocumentStatus, Tone>

export const USER_TONES = {
  active: 'teal',
  inactive: 'grey',
  invited: 'sky',
  suspended: 'red',
} as const satisfies Record<UserStatus, Tone>

export const INVITE_TONES = {
  active: 'teal',
  used: 'indigo',
  expired: 'grey',
} as const satisfies Record<InviteStatus, Tone>
