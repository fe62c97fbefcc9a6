import type { OrganizationStatus, VerificationStatus, VerificationType } from '../../../vocabulary'

type OpenVerification = { id: string; status: VerificationStatus; type: VerificationType }

/** What has to happen next with an organization, by whom the word says. */
const WAITS = ['review', 'decision', 'answer', 'setup', 'resubmission', 'activation', 'reactivation'] as const
export type Wait = (typeof WAITS)[number]

const OF_VERIFICATION: Partial<Record<VerificationStatus, Wait>> = {
  pending: 'review',
  under_review: 'decision',
  need_more_info: 'answer',
}
const OF_ORGANIZATION: Partial<Record<OrganizationStatus, Wait>> = {
  draft: 'setup',
  submitted: 'review',
  pending: 'review',
  rejected: 'resubmission',
  approved: 'activation',
  suspended: 'reactivation',
}

/** The oldest open verification decides, then the status; null when nothing is awaited. */
export function waitsFor(status: OrganizationStatus, open: OpenVerification | null): Wait | null {
  return (open && OF_VERIFICATION[open.status]) ?? OF_ORGANIZATION[status] ?? null
}
