import { href } from '../../addresses'
import type { OrganizationStatus, Role, StartPage } from '../../vocabulary'
import { can, type Ability } from '../access'

/** What decides a user's home page. */
export type UserContext = {
  role: Role | null
  startPage?: StartPage | null
  organization: { id: string; status: OrganizationStatus } | null
}

/** The pages that staff may choose as their start page, and the ability that each needs. */
export const STARTS = {
  dashboard: { path: '/', needs: 'dashboard.read' },
  verifications: { path: `${href('/verifications')}/`, needs: 'verifications.read' },
  organizations: { path: `${href('/organizations')}/`, needs: 'organizations.read' },
  invites: { path: `${href('/invites')}/`, needs: 'invites.read' },
  users: { path: `${href('/users')}/`, needs: 'users.read' },
} as const satisfies Record<StartPage, { path: string; needs: Ability }>

/** Where signing in leads: staff to their start page; partners to their setup while it is their turn, else to the status of their application. */
export function landingPath({ role, startPage, organization }: UserContext): string {
  if (role !== null) {
    const start = STARTS[startPage ?? 'dashboard']
    return can({ role }, start.needs) ? start.path : '/'
  }
  if (!organization) return href('/settings')
  const isTheirTurn = organization.status === 'draft' || organization.status === 'rejected'
  const page = isTheirTurn ? 'setup' : 'verification-status'
  return href(`/organizations/:organizationId/${page}`, { organizationId: organization.id })
}
