import {
  fillOrganizationKeys,
  fillUserKeys,
  selectOrganizationsWithoutKey,
  selectUsersWithoutKey,
} from '../../db/names'
import type { Services } from '../../services.server'
import { searchKey } from './search-key.server'

const BLOCK_ROWS = 500

/** Fills in the search keys of organizations and users that lack one: rows created in bulk, or emptied because the folding changed. */
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
