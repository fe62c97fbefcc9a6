import { countInvites, selectInvites } from '../../db/invites'
import { pageWithin } from '../../lists/paging'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import type { InviteListState } from './input'
import { inviteStatus } from './invite'

/** One page of the list, newest first, each with its status of this moment; a page past the end is the last one. */
export async function listInvites(
  { db, now }: Pick<Services, 'db' | 'now'>,
  _permit: Permit<'invites.read'>,
  state: InviteListState,
) {
  const at = now()
  const total = await countInvites(db, state, at)
  const page = pageWithin(state.page, state.pageSize, total)
  const rows = total ? await selectInvites(db, state, at, state.pageSize, (page - 1) * state.pageSize) : []
  return { rows: rows.map((row) => ({ ...row, status: inviteStatus(row, at) })), total, page }
}
