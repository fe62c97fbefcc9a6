import { countUsers, selectUsers } from '../../db/users'
import { pageWithin } from '../../lists/paging'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import type { UserListState } from './input'
import { maskedPhone } from './masked-phone'

/** One page of the list, newest first, phones masked; a page past the end is the last one. */
export async function listUsers({ db }: Pick<Services, 'db'>, _permit: Permit<'users.read'>, state: UserListState) {
  const total = await countUsers(db, state)
  const page = pageWithin(state.page, state.pageSize, total)
  const rows = total ? await selectUsers(db, state, state.pageSize, (page - 1) * state.pageSize) : []
  return { rows: rows.map((row) => ({ ...row, phone: maskedPhone(row.phone) })), total, page }
}
