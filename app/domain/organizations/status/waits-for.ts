import type { OrganizationStatus, VerificationStatus, VerificationType } from '../../../vocabulary'

type OpenVerification = { id: string; status: VerificationStatus; type: VerificationType }

/** What an organization waits for next; the word implies who must act. */
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

/** What the organization waits for: by its open application, else by its status; null for nothing. */
export function waitsFor(status: OrganizationStatus, open: OpenVerification | null): Wait | null {
  return (open && OF_VERIFICATION[open.status]) ?? OF_ORGANIZATION[status] ?? null
}
