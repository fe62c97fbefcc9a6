import type { OrganizationStatus, Role } from '../../vocabulary'

/** What decides where somebody is at home. */
export type Place = { role: Role | null; organization: { id: string; status: OrganizationStatus } | null }

/** Where signing in leads: staff to the dashboard, partners to the page of their organization that is theirs to act on. */
export function homeOf({ role, organization }: Place): string {
  if (role !== null) return '/'
  if (!organization) return '/settings'
  const isTheirTurn = organization.status === 'draft' || organization.status === 'rejected'
  return `/organizations/${organization.id}/${isTheirTurn ? 'setup' : 'verification-status'}`
}
