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

/** One organization with counts of what belongs to it; null when there is none. Phone and e-mail only for roles that may see contacts. */
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

/** The first so many of a list, and how many it has. */
const withTotal = <Row extends { total: number }>(rows: Row[]) => ({
  rows: rows.map(({ total: _total, ...row }) => row),
  total: rows[0]?.total ?? 0,
})

/** The newest ten, and how many there are. */
export async function listInvitesOf({ db }: From, { actor }: Permit<'invites.read'>, organizationId: string) {
  const { rows, total } = withTotal(await selectInvitesOf(db, organizationId, RELATED_MAX))
  return {
    rows: rows.map(({ type, role, ...row }) => ({ ...row, code: showCode(actor, { ...row, type, role }) })),
    total,
  }
}

/** The first ten to come, and how many there are. */
export const listPeopleOf = async ({ db }: From, _permit: Permit<'users.read'>, organizationId: string) =>
  withTotal(await selectPeopleOf(db, organizationId, RELATED_MAX))

/** The newest ten acts on it and its verifications: everybody's, or one's own where the role sees no more of the audit log. */
export const listActivityOf = ({ db }: From, { actor }: Permit<'audit.read'>, organizationId: string) =>
  selectActivityOf(db, organizationId, RELATED_MAX, can(actor, 'audit.readAll') ? null : actor.id)
