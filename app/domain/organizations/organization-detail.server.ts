import {
  selectActivityOf,
  selectBranches,
  selectBrands,
  selectDocuments,
  selectInvitesOf,
  findOrganizationDetail,
  selectPeopleOf,
  selectVerificationsOf,
} from '../../db/organizations/organization-detail'
import type { Services } from '../../services.server'
import { showCode } from '../invite-codes/show-code.server'
import { can, type Permit } from '../access'
import { withFileStates } from '../files/file-state'
import type { ApplicationOrder } from './organization-tabs'
import { isUuid } from '../../uuid'

type From = Pick<Services, 'db'>

/** One organization with counts of related records; null when it does not exist. Phone and e-mail only for roles that may see contacts. */
export async function findOrganization({ db }: From, permit: Permit<'organizations.read'>, id: string) {
  return isUuid(id) ? findOrganizationDetail(db, id, can(permit.actor, 'contacts.read')) : null
}

/** The primary branch first; phone and e-mail are null for roles that may not see contacts. */
export const listBranches = ({ db }: From, permit: Permit<'organizations.read'>, organizationId: string) =>
  selectBranches(db, organizationId, can(permit.actor, 'contacts.read'))

export const listBrands = ({ db }: From, _permit: Permit<'organizations.read'>, organizationId: string) =>
  selectBrands(db, organizationId)

/** Newest first. */
export const listOrganizationDocuments = async (
  { db, scanner }: Pick<Services, 'db' | 'scanner'>,
  _permit: Permit<'documents.read'>,
  organizationId: string,
) => withFileStates(await selectDocuments(db, organizationId), scanner !== null)

export const listVerificationsOf = (
  { db }: From,
  _permit: Permit<'verifications.read'>,
  organizationId: string,
  order: ApplicationOrder,
) => selectVerificationsOf(db, organizationId, order)

const RELATED_MAX = 10

/** The rows of a limited list, and the total. */
const withTotal = <Row extends { total: number }>(rows: Row[]) => ({
  rows: rows.map(({ total: _total, ...row }) => row),
  total: rows[0]?.total ?? 0,
})

/** The newest ten, and the total. */
export async function listInvitesOf({ db }: From, { actor }: Permit<'invites.read'>, organizationId: string) {
  const { rows, total } = withTotal(await selectInvitesOf(db, organizationId, RELATED_MAX))
  return {
    rows: rows.map(({ type, role, ...row }) => ({ ...row, code: showCode(actor, { ...row, type, role }) })),
    total,
  }
}

/** The ten who joined first, and the total. */
export const listPeopleOf = async ({ db }: From, _permit: Permit<'users.read'>, organizationId: string) =>
  withTotal(await selectPeopleOf(db, organizationId, RELATED_MAX))

/** The newest ten acts on an organization and its applications: everybody's, or only the actor's own without `audit.readAll`. */
export const listActivityOf = ({ db }: From, { actor }: Permit<'audit.read'>, organizationId: string) =>
  selectActivityOf(db, organizationId, RELATED_MAX, can(actor, 'audit.readAll') ? null : actor.id)
