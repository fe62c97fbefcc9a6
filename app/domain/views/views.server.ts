import { countOwnViews, deleteView, findOwnView, hasSameView, insertView, renameView } from '../../db/saved-views'
import { lockKeys } from '../../db/limits'
import type { Services } from '../../services.server'
import type { Role, SavedView } from '../../vocabulary'
import { can, rolesUpTo, type Actor, type Permit } from '../access'
import { auditList } from '../audit/audit-list'
import { recordAudit } from '../audit/audit.server'
import { searchWithoutCode } from '../invite-codes/show-code.server'
import { inviteList } from '../invites/invite-list'
import { containsContact } from '../organizations/organization-search'
import { userList } from '../users/user-list'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import type { ViewInput } from './view-input'
import { listAddressOf, maySeeView, withCurrentNames, type ListAddress } from './list-addresses'
import { isUuid } from '../../uuid'

export const OWN_VIEWS_MAX = 30

type Keeping = Permit<'views'>

/** The views of a person and those shared with their role, of the lists that they may open. */
export const savedViewsOf = (actor: Actor): SavedView[] =>
  (actor.views ?? [])
    .filter((view) => maySeeView(actor, view))
    .map(withCurrentNames)
    .map((view) => ({ ...view, search: withoutCode(view) }))
    .map((view) => (view.isOwn || can(actor, 'contacts.read') ? view : { ...view, search: withoutContact(view) }))

const mayShare = (actor: Actor, role: Role | null) => role === null || rolesUpTo(actor).includes(role)

/** Why a view was not kept. */
type ViewConflict = { because: 'address' | 'tooMany' }

type Named = Pick<SavedView, 'name' | 'sharedWith'>

/** What the form of a view was drawn from. */
export const drawnFromView = ({ name, sharedWith }: Named): string => `${sharedWith ?? 'own'}:${name}`

/** Keeps a list with its filters under a name; the same once more changes nothing. */
export async function saveView(
  services: Services,
  { actor }: Keeping,
  { address, ...input }: ViewInput & { address: string },
  { requestId }: { requestId: string },
): Promise<Outcome<{ id: string }, ViewConflict>> {
  const list = listAddressOf(actor, address)
  if (!list) return conflict({ because: 'address' })
  if (!mayShare(actor, input.sharedWith)) return forbidden
  const view = { ...input, path: list.path, search: withoutCode(list) }
  const at = services.now()
  return services.db.transaction(async (tx): Promise<Outcome<{ id: string }, ViewConflict>> => {
    await lockKeys(tx, [`views ${actor.id}`])
    if (await hasSameView(tx, actor.id, view)) return unchanged
    if ((await countOwnViews(tx, actor.id)) >= OWN_VIEWS_MAX) return conflict({ because: 'tooMany' })
    const id = await insertView(tx, { ...view, ownerId: actor.id, createdAt: at })
    await recordAudit(tx, { ...entryOf(actor, at, id, requestId), action: 'view.add', after: input })
    return done({ id })
  })
}

/** By its path: the field of a list that finds a code. */
const CODES_STAND_IN: Record<string, 'q' | 'text'> = { [inviteList.path]: 'q', [auditList.path]: 'text' }

/** A code is a key: neither it nor a part of it is kept, nor shown to those whom the view is shared with. */
function withoutCode({ path, search }: Pick<ListAddress, 'path' | 'search'>): string {
  const field = CODES_STAND_IN[path]
  return field === undefined || searchWithoutCode(search, field) === search ? search : withoutField(search, field)
}

/** By its path: the field of a list that words stand in, where it is not `q`. */
const WORDS_STAND_IN: Record<string, string> = { [auditList.path]: 'text', [userList.path]: 'username' }

/** Whoever may not read contacts finds nothing by them, and is told none that others searched for. */
function withoutContact({ path, search }: Pick<ListAddress, 'path' | 'search'>): string {
  const field = WORDS_STAND_IN[path] ?? 'q'
  return new URLSearchParams(search).getAll(field).some(containsContact) ? withoutField(search, field) : search
}

function withoutField(search: string, field: string): string {
  const params = new URLSearchParams(search)
  params.delete(field)
  return params.size > 0 ? `?${params}` : ''
}

export const findView = async ({ db }: Pick<Services, 'db'>, { actor }: Keeping, id: string) =>
  isUuid(id) ? findOwnView(db, actor.id, id) : null

type Target = { id: string; requestId: string }

/** Gives one's own view another name, or shares it with another role; a conflict when it is not what was seen (`drawnFromView`). */
export async function editView(
  services: Services,
  { actor }: Keeping,
  input: ViewInput,
  { id, seen, requestId }: Target & { seen: string },
): Promise<Outcome<void, Named>> {
  if (!isUuid(id)) return missing
  if (!mayShare(actor, input.sharedWith)) return forbidden
  return services.db.transaction(async (tx): Promise<Outcome<void, Named>> => {
    await lockKeys(tx, [`views ${actor.id}`])
    const stored = await findOwnView(tx, actor.id, id)
    if (!stored) return missing
    const before = { name: stored.name, sharedWith: stored.sharedWith }
    if (before.name === input.name && before.sharedWith === input.sharedWith) return unchanged
    if (drawnFromView(stored) !== seen) return conflict(before)
    await renameView(tx, id, input)
    await recordAudit(tx, {
      ...entryOf(actor, services.now(), id, requestId),
      action: 'view.edit',
      before,
      after: input,
    })
    return done(undefined)
  })
}

export async function removeView(services: Services, { actor }: Keeping, { id, requestId }: Target): Promise<Outcome> {
  if (!isUuid(id)) return unchanged
  return services.db.transaction(async (tx): Promise<Outcome> => {
    const stored = await findOwnView(tx, actor.id, id)
    if (!stored || !(await deleteView(tx, id))) return unchanged
    await recordAudit(tx, {
      ...entryOf(actor, services.now(), id, requestId),
      action: 'view.delete',
      before: { name: stored.name, sharedWith: stored.sharedWith },
    })
    return done(undefined)
  })
}

const entryOf = (actor: Actor, at: Date, id: string, requestId: string) =>
  ({ at, actor, objectType: 'view', objectId: id, requestId }) as const
