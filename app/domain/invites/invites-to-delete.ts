import { isUuid } from '../../uuid'
import { inviteList, type InviteListState } from './invite-list'

/** As many as the longest page of the list. */
const IDS_MAX = 100

/** What an address chooses for deletion: some codes by id, or every code that the filter finds, which is a separate step. */
export type InvitesToDelete = { all: true; state: InviteListState } | { all: false; ids: string[] }

export function readInvitesToDelete(params: URLSearchParams): InvitesToDelete {
  if (params.get('select') === 'all') return { all: true, state: inviteList.read(params) }
  return { all: false, ids: idsIn(params) }
}

const idsIn = (params: URLSearchParams): string[] => [...new Set(params.getAll('id').filter(isUuid))].slice(0, IDS_MAX)

/** The codes that an address has chosen by id. */
export const selectedIds = ({ searchParams }: URL): string[] => idsIn(searchParams)
