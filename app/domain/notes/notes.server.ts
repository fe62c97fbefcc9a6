import { href } from '../../addresses'
import { insertInboxEntries } from '../../db/inbox'
import {
  changeNote,
  findNote,
  findNoteSubject,
  insertMentions,
  insertNote,
  pinNote,
  findNotes,
  listStaffNames,
  unpinNote,
  type NotedStaff,
} from '../../db/notes'
import type { Queries } from '../../db/engine/database'
import { lockKeys } from '../../db/limits'
import type { Services } from '../../services.server'
import { isUuid } from '../../uuid'
import { can, rolesThatMay, type Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { LIMITS } from '../limits/limit'
import { consumeRateLimitForEach } from '../limits/limits.server'
import { wakeOutbox } from '../messages/outbox.server'
import { notifyStaffMembers } from '../messages/notify-staff-members.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { EMPTY_ANSWER, applyOnce, type SentBefore } from '../sent-form.server'
import { mentionedIn, MENTION_SIGN, NOTE_EDIT_MS } from './note'

/** The most notes shown on one page. */
const NOTES_SHOWN = 200
/** How many people are suggested for a mention; typed names are matched against all staff. */
const PEOPLE_OFFERED = 200

/** Why a note was refused: it mentions people who left or may not read notes, the time for changes is over, or another window changed it. */
export type NoteConflict =
  { because: 'people'; names: string[] } | { because: 'late' } | { because: 'stale'; text: string; seen: string }

type Written = { text: string; mentions: readonly string[] }
type NewNote = Written & { id: string; organizationId: string; verificationId: string | null }

/**
 * The notes of an organization and its applications, the pinned one first, then newest first; with what the actor may do to each, the
 * people that a note may mention, and the actor's unsent note on the same application (`begun`). Null when the organization does not exist.
 */
export async function listNotes(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor }: Permit<'notes'>,
  organizationId: string,
  { verificationId = null, atMost = NOTES_SHOWN }: { verificationId?: string | null; atMost?: number },
) {
  const address = href('/organizations/:id/notes', { id: organizationId })
  const found = isUuid(organizationId)
    ? await findNotes(db, organizationId, {
        readers: rolesThatMay('notes'),
        atMost,
        peopleAtMost: PEOPLE_OFFERED,
        readerId: actor.id,
        form: address,
        verificationId,
      })
    : null
  if (!found) return null
  const nowMs = now().getTime()
  const mayPin = can(actor, 'organizations.edit')
  return {
    ...found,
    address,
    people: found.people.filter(({ id }) => id !== actor.id),
    notes: found.notes.map((note) => {
      const createdAt = new Date(note.createdAt)
      return {
        ...note,
        createdAt,
        editedAt: note.editedAt === null ? null : new Date(note.editedAt),
        isPinned: note.pinnedAt !== null,
        mayEdit: note.authorId === actor.id && nowMs - createdAt.getTime() < NOTE_EDIT_MS,
        mayPin,
      }
    }),
  }
}

/**
 * Adds a note in one transaction with its mentions, an inbox entry and a message for each, and an audit entry without the text; once per
 * form. `missing` when the organization or application does not exist; `conflict` when the form was already used with other content.
 */
export async function addNote(
  services: Services,
  { actor }: Permit<'notes'>,
  { id, organizationId, verificationId, text, mentions }: NewNote,
  requestId: string,
): Promise<Outcome<null, NoteConflict | SentBefore<null>>> {
  const at = services.now()
  const content = { act: 'note.add', organizationId, verificationId, text, mentions }
  const add = async (tx: Queries): Promise<Outcome<null, NoteConflict | SentBefore<null>>> => {
    const subject = isUuid(organizationId) ? await findNoteSubject(tx, organizationId, verificationId) : null
    if (!subject) return missing
    const people = await resolvePeople(tx, text, mentions)
    if (people.unreachable.length > 0) return conflict({ because: 'people', names: people.unreachable })
    const isNew = await insertNote(tx, { id, organizationId, verificationId, authorId: actor.id, text, createdAt: at })
    if (!isNew) return conflict({ because: 'sent', answer: null })
    await notifyMentioned(
      tx,
      services,
      { noteId: id, organizationId, verificationId, name: subject.name },
      actor,
      people.ids,
    )
    await recordAudit(tx, {
      at,
      actor,
      action: 'note.add',
      objectType: 'organization',
      objectId: organizationId,
      after: { note: id, ...(verificationId && { verification: verificationId }), ...mentionsOf(people.ids) },
      requestId,
    })
    return done(null)
  }
  const form = { id, userId: actor.id, content, answer: EMPTY_ANSWER }
  const outcome = await services.db.transaction((tx) => applyOnce(tx, services, form, () => add(tx)))
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

/**
 * Changes the actor's own note within its first minutes and notifies only people newly mentioned. Refusals: `forbidden` for somebody else's
 * note, `missing`, `unchanged` for the same text, `conflict` when it is too late or the note changed since `seen`.
 */
export async function editNote(
  services: Services,
  { actor }: Permit<'notes'>,
  { id, organizationId, text, mentions, seen }: Omit<NewNote, 'verificationId'> & { seen: string },
  requestId: string,
): Promise<Outcome<void, NoteConflict>> {
  const at = services.now()
  const outcome = await services.db.transaction(async (tx): Promise<Outcome<void, NoteConflict>> => {
    await lockKeys(tx, [`note ${id}`])
    const note = isUuid(id) && isUuid(organizationId) ? await findNote(tx, organizationId, id) : null
    if (!note) return missing
    if (note.authorId !== actor.id) return forbidden
    if (note.text === text && mentions.length === 0) return unchanged
    if (note.text !== text && drawnFrom(note) !== seen)
      return conflict({ because: 'stale', text: note.text, seen: drawnFrom(note) })
    const people = await resolvePeople(tx, text, mentions)
    if (people.unreachable.length > 0) return conflict({ because: 'people', names: people.unreachable })
    const after = new Date(at.getTime() - NOTE_EDIT_MS)
    if (!(await changeNote(tx, { id, authorId: actor.id, after }, { text, editedAt: at })))
      return conflict({ because: 'late' })
    const { verificationId, organizationName } = note
    await notifyMentioned(
      tx,
      services,
      { noteId: id, organizationId, verificationId, name: organizationName },
      actor,
      people.ids,
    )
    await recordAudit(tx, {
      at,
      actor,
      action: 'note.edit',
      objectType: 'organization',
      objectId: organizationId,
      after: { note: id, ...mentionsOf(people.ids) },
      requestId,
    })
    return done(undefined)
  })
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

/** The time of a note's last change, as its form carries it; empty when it was never changed. */
const drawnFrom = ({ editedAt }: { editedAt: Date | null }): string => editedAt?.toISOString() ?? ''

/** What the edit form is drawn from: `forbidden` for somebody else's note, `missing` when it does not exist. */
export async function findNoteForm(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor }: Permit<'notes'>,
  organizationId: string,
  id: string,
) {
  const note = isUuid(id) && isUuid(organizationId) ? await findNote(db, organizationId, id) : null
  if (!note) return missing
  if (note.authorId !== actor.id) return forbidden
  const { text, organizationName } = note
  return done({
    text,
    organizationName,
    seen: drawnFrom(note),
    isOpen: now().getTime() - note.createdAt.getTime() < NOTE_EDIT_MS,
  })
}

/** Pins a note in place of the one pinned before, or removes the pin. */
export async function setPin(
  services: Services,
  { actor }: Permit<'notes'>,
  { id, organizationId, isPinned }: { id: string; organizationId: string; isPinned: boolean },
  requestId: string,
): Promise<Outcome> {
  if (!can(actor, 'organizations.edit')) return forbidden
  if (!isUuid(id) || !isUuid(organizationId)) return missing
  const at = services.now()
  return services.db.transaction(async (tx): Promise<Outcome> => {
    if (!(await findNote(tx, organizationId, id))) return missing
    const isChanged = isPinned ? await pinNote(tx, organizationId, id, at) : await unpinNote(tx, organizationId, id)
    if (!isChanged) return unchanged
    await recordAudit(tx, {
      at,
      actor,
      action: isPinned ? 'note.pin' : 'note.unpin',
      objectType: 'organization',
      objectId: organizationId,
      after: { note: id },
      requestId,
    })
    return done(undefined)
  })
}

const mentionsOf = (ids: readonly string[]) => (ids.length > 0 ? { mentions: ids } : {})

/** The people whom a note mentions, by choice and by name; `unreachable` lists the names of those who left or may not read notes. */
async function resolvePeople(tx: Queries, text: string, chosen: readonly string[]) {
  const needed = chosen.length > 0 || MENTION_SIGN.test(text)
  const staff = needed ? await listStaffNames(tx) : []
  const isReader = ({ status, role }: NotedStaff) => status === 'active' && can({ role }, 'notes')
  const named = mentionedIn(text, staff, chosen)
  const byName = named.filter(
    (person) => isReader(person) || !named.some((other) => other.name === person.name && isReader(other)),
  )
  const people = [...new Set([...staff.filter(({ id }) => chosen.includes(id)), ...byName])]
  const reached = people.filter(isReader)
  return {
    ids: reached.map(({ id }) => id),
    unreachable: people.filter((person) => !isReader(person)).map(({ name }) => name),
  }
}

type NoteSubject = { noteId: string; organizationId: string; verificationId: string | null; name: string }

/**
 * Saves the mentions and notifies people newly mentioned, except the author. Messages from one person to another are limited, inbox entries
 * are not.
 */
async function notifyMentioned(
  tx: Queries,
  services: Services,
  { noteId, organizationId, verificationId, name }: NoteSubject,
  author: { id: string; username: string },
  userIds: readonly string[],
): Promise<void> {
  const told = (await insertMentions(tx, noteId, userIds)).filter((userId) => userId !== author.id)
  await insertInboxEntries(
    tx,
    told.map((userId) => ({
      userId,
      kind: 'mention' as const,
      actorId: author.id,
      noteId,
      organizationId,
      verificationId,
      at: services.now(),
    })),
  )
  const pairs = told.map((userId) => `${author.id} ${userId}`)
  const hasRoom = await consumeRateLimitForEach(tx, services, LIMITS.mentionsOfPerson, pairs)
  await notifyStaffMembers(tx, services, {
    userIds: told.filter((_, index) => hasRoom[index]),
    event: 'mention',
    path: href('/inbox'),
    values: () => ({ author: author.username, name }),
  })
}
