import type { OrganizationStatus } from '../../../vocabulary'

/** The statuses that each status may change to (decisions, Organization status). */
export const ORGANIZATION_TRANSITIONS = {
  draft: ['submitted', 'archived'],
  submitted: ['pending'],
  pending: ['approved', 'rejected'],
  approved: ['active', 'archived'],
  rejected: ['submitted', 'archived'],
  active: ['suspended'],
  suspended: ['active', 'archived'],
  archived: [],
} as const satisfies Record<OrganizationStatus, readonly OrganizationStatus[]>

export function mayBecome(from: OrganizationStatus, to: OrganizationStatus): boolean {
  const targets: readonly OrganizationStatus[] = ORGANIZATION_TRANSITIONS[from]
  return targets.includes(to)
}

/** Every status from which an organization may reach `to`. */
export const sourcesOf = (to: OrganizationStatus): OrganizationStatus[] =>
  (Object.keys(ORGANIZATION_TRANSITIONS) as OrganizationStatus[]).filter((from) => mayBecome(from, to))

/** While frozen, a partner can read everything and change nothing. */
export const isFrozen = (status: OrganizationStatus): status is 'suspended' | 'archived' =>
  status === 'suspended' || status === 'archived'
