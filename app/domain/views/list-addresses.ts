import { withoutSlash } from '../../decoded'
import { auditList } from '../audit/audit-list'
import { can, type Ability, type Actor } from '../access'
import { inviteList } from '../invites/invite-list'
import { organizationList } from '../organizations/organization-list'
import { userList } from '../users/user-list'
import { verificationList } from '../verifications/queue/verification-list'
import { hasNul } from '../written-text'

type List<State> = {
  path: string
  isRenamed: boolean
  read: (source: URLSearchParams) => State
  search: (state: State) => string
}

/** A list with who may read it; each reads and writes its own state. */
const listOf = <Name extends string, State>(
  name: Name,
  needs: Ability,
  { path, isRenamed, read, search }: List<State>,
) => ({
  name,
  needs,
  path,
  isRenamed,
  searchOf: (params: URLSearchParams) => search(read(params)),
})

/** The lists whose filters can be kept. */
const LISTS = [
  listOf('verifications', 'verifications.read', verificationList),
  listOf('organizations', 'organizations.read', organizationList),
  listOf('users', 'users.read', userList),
  listOf('invites', 'invites.read', inviteList),
  listOf('audit', 'audit.read', auditList),
]

/** A list at its address; the page is left out, because a list grows. */
export type ListAddress = { path: string; search: string; name: (typeof LISTS)[number]['name'] }

/** The list behind an address of this site as this person may open it, without what it does not know; null for any other. */
export function listAddressOf(actor: Pick<Actor, 'role'>, address: string): ListAddress | null {
  if (!address.startsWith('/') || address.startsWith('//') || hasNul(address)) return null
  const url = URL.parse(address, 'http://list.invalid')
  if (url?.host !== 'list.invalid') return null
  const found = LISTS.find(({ path }) => withoutSlash(path) === withoutSlash(url.pathname))
  if (!found || !can(actor, found.needs)) return null
  url.searchParams.delete('page')
  return { path: found.path, search: found.searchOf(url.searchParams), name: found.name }
}

/** Whether this person may open the list of a view that is shared with them. */
export const maySeeView = (actor: Pick<Actor, 'role'>, { path }: { path: string }): boolean =>
  LISTS.some((list) => list.path === path && can(actor, list.needs))

/** A view with the names that its list's filters have by now. */
export function withCurrentNames<View extends { path: string; search: string }>(view: View): View {
  const list = LISTS.find(({ path }) => path === view.path)
  return list?.isRenamed ? { ...view, search: list.searchOf(new URLSearchParams(view.search)) } : view
}
