import {
  chooseDraft,
  deleteDraft,
  deleteDraftsBeyond,
  emptyDraft,
  findLapsedUser,
  listDrafts,
  listFormsWithDrafts,
  upsertDraft,
  type Draft,
  type DraftKey,
} from '../../db/drafts'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { FORM_FIELDS } from '../../form-protocol'
import { hashToken } from '../sealing.server'
import { draftFields, DRAFTS_MAX, drawingOf, formKey, LAPSED_KEPT_MS, readMoment, TAKEN_KEPT_MS } from './draft'

export type { Draft }

type Owner = Pick<Actor, 'id'>
type Stored = Pick<Services, 'db' | 'now'>

/** What this person typed into the form at a path and has not sent: one draft per window, newest first. */
export async function readDrafts({ db }: Pick<Services, 'db'>, { id }: Owner, path: string): Promise<Draft[]> {
  const form = formKey(path)
  return form === null ? [] : listDrafts(db, id, form)
}

/** Those of `paths` at which this person has an unsent draft. */
export async function pathsWithDrafts(
  { db }: Pick<Services, 'db'>,
  { id }: Owner,
  paths: readonly string[],
): Promise<string[]> {
  const forms = await listFormsWithDrafts(
    db,
    id,
    paths.flatMap((path) => formKey(path) ?? []),
  )
  return paths.filter((path) => forms.includes(formKey(path) ?? ''))
}

/**
 * Keeps what was typed into one drawing of a form, replacing the draft that it was drawn with. What another window wrote since is kept
 * beside it. An emptied form keeps nothing, nor does a drawing that was taken meanwhile, nor a save overtaken by a later one. When the text
 * is too long, the earlier draft stays. The oldest drafts make room.
 */
export async function keepDraft(
  { db, now }: Stored,
  { id }: Owner,
  path: string,
  typed: FormData,
  number: number | null = null,
): Promise<'kept' | 'too-long'> {
  const form = formKey(path)
  const fields = draftFields(typed)
  if (form === null) return 'kept'
  if (fields === 'too-long') return 'too-long'
  const key = { userId: id, form, drawing: drawingOf(typed) }
  const save = number === null ? null : { number, since: new Date(now().getTime() - TAKEN_KEPT_MS) }
  if (fields || save) await upsertDraft(db, { ...key, fields: fields ?? [], updatedAt: now() }, save)
  else await deleteDraft(db, key)
  await deleteFormer(db, key, typed)
  await deleteDraftsBeyond(db, id, DRAFTS_MAX)
  return 'kept'
}

/** Deletes the draft of a form that was submitted or discarded, and refuses a save of it that is still on its way. */
export async function forgetDraft({ db, now }: Stored, { id }: Owner, path: string, sent: FormData): Promise<void> {
  const form = formKey(path)
  if (form === null) return
  const key = { userId: id, form, drawing: drawingOf(sent) }
  await (key.drawing === '' ? deleteDraft(db, key) : emptyDraft(db, key, now()))
  await deleteFormer(db, key, sent)
}

/** Deletes the draft that the form was drawn with: what was typed includes it, unless it was changed elsewhere since. */
async function deleteFormer(db: Services['db'], { drawing, ...form }: DraftKey, typed: FormData): Promise<void> {
  const former = readMoment(typed.get(FORM_FIELDS.keep))
  if (former && former.drawing !== drawing)
    await deleteDraft(db, { ...form, drawing: former.drawing }, former.updatedAt)
}

/** Makes another of a form's drafts the one that the form is drawn with. */
export async function preferDraft({ db, now }: Stored, { id }: Owner, path: string, token: string): Promise<void> {
  const form = formKey(path)
  const wanted = readMoment(token)
  if (form !== null && wanted) await chooseDraft(db, { userId: id, form, drawing: wanted.drawing }, now())
}

/** Keeps what was posted in an expired session, so that the same person finds it after signing in. False when nothing was kept. */
export async function keepLapsedDraft(
  services: Stored,
  refreshToken: string,
  path: string,
  typed: FormData,
  number: number | null,
): Promise<boolean> {
  const since = new Date(services.now().getTime() - LAPSED_KEPT_MS)
  const userId = await findLapsedUser(services.db, hashToken(refreshToken), since)
  const fields = draftFields(typed)
  if (userId === null || formKey(path) === null || !fields || fields === 'too-long') return false
  await keepDraft(services, { id: userId }, path, typed, number)
  return true
}
