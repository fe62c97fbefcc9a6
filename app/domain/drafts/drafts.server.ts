import {
  deleteDraft,
  deleteDraftsBeyond,
  emptyDraft,
  findDraft,
  findLapsedUser,
  upsertDraft,
  type Draft,
} from '../../db/drafts'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { hashToken } from '../sealing.server'
import { draftFields, DRAFTS_MAX, drawingOf, formKey, LAPSED_KEPT_MS } from './draft'

type Owner = Pick<Actor, 'id'>
type Stored = Pick<Services, 'db' | 'now'>

/** What this person wrote into the form at a path and has not sent; null when there is nothing. */
export async function readDraft({ db }: Pick<Services, 'db'>, { id }: Owner, path: string): Promise<Draft | null> {
  const form = formKey(path)
  return form === null ? null : findDraft(db, id, form)
}

/**
 * Keeps what was typed in place of what was kept before; an emptied form keeps nothing, and neither does one that was taken
 * meanwhile. A text too long to be kept leaves what was kept before. The oldest drafts make room.
 */
export async function keepDraft({ db, now }: Stored, { id }: Owner, path: string, typed: FormData): Promise<void> {
  const form = formKey(path)
  if (form === null) return
  const fields = draftFields(typed)
  if (!fields) return deleteDraft(db, id, form)
  if (fields === 'too-long') return
  await upsertDraft(db, { userId: id, form, fields, drawing: drawingOf(typed), updatedAt: now() })
  await deleteDraftsBeyond(db, id, DRAFTS_MAX)
}

/** Forgets the draft of a form that was taken, and refuses a save of it that is still on its way. */
export async function settleDraft({ db, now }: Stored, { id }: Owner, path: string, sent: FormData): Promise<void> {
  const form = formKey(path)
  if (form === null) return
  const takenDrawing = drawingOf(sent)
  if (takenDrawing === null) return deleteDraft(db, id, form)
  await emptyDraft(db, { userId: id, form, takenDrawing, updatedAt: now() })
}

/** Forgets a draft that the person does not want any more. */
export async function dropDraft({ db }: Pick<Services, 'db'>, { id }: Owner, path: string): Promise<void> {
  const form = formKey(path)
  if (form !== null) await deleteDraft(db, id, form)
}

/** Keeps what was posted in a session that has run out by itself, for the same person to find after signing in. */
export async function keepLapsedDraft(
  services: Stored,
  refreshToken: string,
  path: string,
  typed: FormData,
): Promise<boolean> {
  const since = new Date(services.now().getTime() - LAPSED_KEPT_MS)
  const userId = await findLapsedUser(services.db, hashToken(refreshToken), since)
  const fields = draftFields(typed)
  if (userId === null || formKey(path) === null || !fields || fields === 'too-long') return false
  await keepDraft(services, { id: userId }, path, typed)
  return true
}
