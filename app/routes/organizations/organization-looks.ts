import type { Tone } from '../../ui/badge'
import type { DocumentStatus, OrganizationStatus, UserStatus, VerificationStatus } from '../../vocabulary'

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

export const VERIFICATION_TONES = {
  pending: 'amber',
  under_review: 'sky',
  approved: 'green',
  rejected: 'red',
  need_more_info: 'indigo',
} as const satisfies Record<VerificationStatus, Tone>

export const PERSON_TONES = {
  active: 'teal',
  inactive: 'grey',
  invited: 'sky',
  suspended: 'red',
} as const satisfies Record<UserStatus, Tone>
