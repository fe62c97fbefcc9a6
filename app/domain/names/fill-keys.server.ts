import {
  fillOrganizationKeys,
  fillUserKeys,
  selectOrganizationsWithoutKey,
  selectUsersWithoutKey,
} from '../../db/names'
import type { Services } from '../../services.server'
import { searchKey } from './search-key.server'

const BLOCK_ROWS = 500

/** Gives each organization and user without a search key its own: rows made in bulk, or emptied as the folding changed. */
export async function fillSearchKeys({ db }: Pick<Services, 'db'>): Promise<void> {
  for (let isMore = true; isMore;) {
    const rows = await selectOrganizationsWithoutKey(db, BLOCK_ROWS)
    const keys = rows.map(({ id, name, legalName }) => ({ id, key: searchKey(name, legalName) }))
    if (keys.length > 0) await fillOrganizationKeys(db, keys)
    isMore = keys.length === BLOCK_ROWS
  }
  for (let isMore = true; isMore;) {
    const rows = await selectUsersWithoutKey(db, BLOCK_ROWS)
    const keys = rows.map(({ id, username }) => ({ id, key: searchKey(username) }))
    if (keys.length > 0) await fillUserKeys(db, keys)
    isMore = keys.length === BLOCK_ROWS
  }
}
