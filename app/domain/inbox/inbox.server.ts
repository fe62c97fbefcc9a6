import { countInbox, findInboxEntry, markInboxRead, selectInbox } from '../../db/inbox'
import { pageWithin } from '../../lists/paging'
import type { Services } from '../../services.server'
import type { InboxKind } from '../../vocabulary'
import { can, type Actor, type Permit } from '../access'
import { done, missing, unchanged, type Outcome } from '../outcome'
import type { InboxListState } from './inbox-list'
import { isUuid } from '../../uuid'

type From = Pick<Services, 'db' | 'now'>

/** Kinds of entries about things this person may no longer read, for example a mention of a manager who is now a cashier. */
const hiddenKinds = (actor: Actor): InboxKind[] => [
  ...(can(actor, 'notes') ? [] : (['mention'] as const)),
  ...(can(actor, 'users.read') ? [] : (['invited_signed_in', 'superadmin_made'] as const)),
  ...(can(actor, 'users.data') ? [] : (['export_proposed', 'erase_proposed', 'number_proposed'] as const)),
]

/** The number of unread entries in the actor's own inbox, as of the start of the request. */
export const unreadEntries = (actor: Actor): number =>
  Object.entries(actor.unread ?? {}).reduce(
    (sum, [kind, total]) => (hiddenKinds(actor).some((hidden) => hidden === kind) ? sum : sum + total),
    0,
  )

/** One page of the actor's own inbox, newest first. */
export async function listInbox({ db }: From, { actor }: Permit<'inbox'>, state: InboxListState) {
  const own = { userId: actor.id, hidden: hiddenKinds(actor) }
  const { total, unread, newestAt } = await countInbox(db, own)
  const page = pageWithin(state.page, state.pageSize, total)
  const rows = total
    ? await selectInbox(db, { ...own, limit: state.pageSize, offset: (page - 1) * state.pageSize })
    : []
  return { rows, total, unread, newestAt, page }
}

export type InboxEntry = Awaited<ReturnType<typeof listInbox>>['rows'][number]

/** Marks one of the actor's own entries as read. */
export async function readInboxEntry({ db, now }: From, { actor }: Permit<'inbox'>, id: string): Promise<Outcome> {
  if (!isUuid(id) || !(await findInboxEntry(db, actor.id, id))) return missing
  return (await markInboxRead(db, actor.id, now(), { id })) > 0 ? done(undefined) : unchanged
}

/** Marks one of the actor's own entries as read and returns it; `missing` when it is not theirs or hidden from them. */
export async function openInboxEntry({ db, now }: From, { actor }: Permit<'inbox'>, id: string) {
  const entry = isUuid(id) ? await findInboxEntry(db, actor.id, id) : null
  if (!entry || hiddenKinds(actor).includes(entry.kind)) return missing
  await markInboxRead(db, actor.id, now(), { id })
  return done(entry)
}

/** Marks the actor's entries as read, up to the newest one on the page as it was drawn. */
export async function readWholeInbox(
  { db, now }: From,
  { actor }: Permit<'inbox'>,
  upTo: Date | undefined,
): Promise<Outcome> {
  return (await markInboxRead(db, actor.id, now(), { upTo })) > 0 ? done(undefined) : unchanged
}
