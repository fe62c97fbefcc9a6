import {
  countInvites,
  countListedInvites,
  invitesToExport,
  listInviteRows,
  type InviteFilter,
} from '../../db/invites/invites'
import type { Found } from '../../db/engine/sql'
import { selectOrganizationNames } from '../../db/organizations/organizations'
import { pageOf } from '../../lists/paging'
import type { Services } from '../../services.server'
import { can, type Actor, type Permit } from '../access'
import { exportRows, overwriteFields, type ExportNote } from '../audit/export-rows.server'
import { inviteStatus } from './invite'
import { parseCodeStart } from '../invite-codes/invite-code'
import { deletionScope, mayDelete } from '../invite-codes/invite-rules'
import { organizationSearch } from '../organizations/organization-search'
import type { InviteListState } from './invite-list'
import { shownRecipient } from './recipient'
import { codesSeenBy, maySeeCode, sealTyped, searchWithoutCode, showCode } from '../invite-codes/show-code.server'

/**
 * The filter for this person: it finds codes by part only where this person may see the code, and recipients only for people who may see
 * all of them.
 */
const filterFor = (actor: Actor, { q, type, status, organization }: InviteListState): InviteFilter => ({
  q,
  codePart: parseCodeStart(q) ?? q,
  code: sealTyped(q),
  codesByPart: codesSeenBy(actor),
  type,
  status,
  organization,
  recipients: can(actor, 'contacts.read') ? recipientsIn(q) : [],
})

/** The words as typed, and the digits of a phone number in any spelling. */
function recipientsIn(q: string): string[] {
  const digits = organizationSearch(q, true)?.phone
  return digits && digits !== q ? [q, digits] : [q]
}

/** The filter, limited to codes that this person may delete. */
export const deletableFilterFor = (actor: Actor, state: InviteListState): InviteFilter => ({
  ...filterFor(actor, state),
  ...(deletionScope(actor) === 'own' ? { createdBy: actor.id } : {}),
})

/**
 * One page of the list, each code with its current status; a page past the end becomes the last one. `deletable` counts the codes found
 * that this person may delete. `organizations` are the ones that the list is narrowed to.
 */
export async function listInvites(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor }: Permit<'invites.read'>,
  state: InviteListState,
) {
  const at = now()
  const filter = filterFor(actor, state)
  const counted = await countListedInvites(db, filter, at)
  const { page, place } = pageOf(state, counted)
  const rows = counted.total ? await listInviteRows(db, filter, at, { order: state.sort, ...place }) : []
  return {
    rows: rows.map((row) => ({
      ...row,
      code: showCode(actor, row),
      recipient: shownRecipient(actor, row),
      status: inviteStatus(row, at),
      maySeeCode: maySeeCode(actor, row),
      mayDelete: mayDelete(actor, row),
    })),
    ...counted,
    deletable: await countDeletable(db, actor, state, counted, at),
    page,
    organizations: state.organization.length ? await selectOrganizationNames(db, state.organization) : [],
  }
}

async function countDeletable(db: Services['db'], actor: Actor, state: InviteListState, counted: Found, at: Date) {
  const whose = deletionScope(actor)
  if (whose === 'none' || counted.total === 0) return { total: 0, isMore: false }
  return whose === 'any' ? counted : countListedInvites(db, deletableFilterFor(actor, state), at)
}

/** Every code that the filter finds, in list order, with recipients as the list shows them; the export is recorded first. */
export async function exportInvites(
  services: Services,
  { actor }: Permit<'invites.read'>,
  state: InviteListState,
  noted: ExportNote,
) {
  const at = services.now()
  const filter = filterFor(actor, state)
  return exportRows(services, actor, {
    list: 'invites',
    total: await countInvites(services.db, filter, at),
    ...invitesToExport(services.db, filter, at, state.sort),
    show: (found) =>
      found.map((row) =>
        overwriteFields(row, {
          code: showCode(actor, row),
          recipient: shownRecipient(actor, row),
          status: inviteStatus(row, at),
        }),
      ),
    ...noted,
    search: searchWithoutCode(noted.search),
  })
}
