import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import {
  countDocuments,
  deleteRemovable,
  findApplicationOf,
  findByStorageKey,
  findOwnFile,
  insertDocument,
  freeUploadSlot,
  takeUploadSlot,
} from '../../db/documents/documents'
import type { Queries } from '../../db/engine/database'
import { hasEnded } from '../../db/sessions'
import { isStillActive } from '../../db/users/user-changes'
import type { IncomingFile } from '../../gateways/ports'
import type { Services } from '../../services.server'
import type { DocumentMediaType, DocumentType } from '../../vocabulary'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { isOwnOrganization } from '../documents/own-organization'
import { applyOnce } from '../sent-form.server'
import { isUnavailable } from '../unavailable.server'
import { hasEndingOf, shownFileName } from '../documents/document-input'
import { placeOfDocuments, type DocumentPlace } from './document-place.server'
import { readParts } from '../files/file-bytes.server'
import { inspectFile, type FileFault } from '../files/inspect.server'
import { DOCUMENT_MAX_BYTES, DOCUMENTS_AT_MOST, UPLOAD_LIMIT_MS, UPLOADS_AT_ONCE } from '../files/limits'
import { isUuid } from '../../uuid'

type Own = Permit<'setup.own'>

/** Why no document may be added: not now, or there are too many. */
type NoRoom = 'closed' | 'too-many'
/** `type`: none of that type is asked for; `sent`: this form brought another document before. */
export type UploadConflict = FileFault | NoRoom | 'type' | 'sent'

/** An upload under way; it counts until it is ended, or until its time is over. */
type OpenUpload = { end(): Promise<void> }

/**
 * Asked before a byte of the file is read: may the holder add a document here now? `at-once` when as many as may be are
 * under way for the organization, over all replicas.
 */
export async function openUpload(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  permit: Own,
  organizationId: string,
  application: string | null = null,
): Promise<Outcome<OpenUpload, NoRoom | 'at-once'>> {
  if (!isOwnOrganization(permit, organizationId)) return missing
  return db.transaction(async (tx): Promise<Outcome<OpenUpload, NoRoom | 'at-once'>> => {
    const place = await placeOfDocuments(tx, { organizationId, application, now: now(), lock: 'lock' })
    if (!place) return missing
    const lack = await findUploadObstacle(tx, organizationId, place)
    if (lack) return conflict(lack)
    const until = new Date(now().getTime() + UPLOAD_LIMIT_MS)
    const id = await takeUploadSlot(tx, { organizationId, now: now(), until, most: UPLOADS_AT_ONCE })
    if (id === null) return conflict('at-once')
    const end = () =>
      freeUploadSlot(db, id).catch((error: unknown) =>
        log.warn({ err: error }, 'an upload counts until its time is over'),
      )
    return done({ end })
  })
}

async function findUploadObstacle(
  queries: Queries,
  organizationId: string,
  place: DocumentPlace,
): Promise<NoRoom | null> {
  if (place.kind === 'closed') return 'closed'
  return (await countDocuments(queries, organizationId, place)) >= DOCUMENTS_AT_MOST ? 'too-many' : null
}

type Sent = {
  /** Of the drawing of the form; null where it has none. */
  formId: string | null
  organizationId: string
  /** Which one it is sent for; left out, it is the one that the partner asks about. */
  application?: string | null
  type: DocumentType
  fileName: string
  incoming: IncomingFile
  requestId: string
}

/**
 * Judges a received file by its content, keeps it under a random name without what tells of places, and then adds its row,
 * once for a form. Refused files, and those whose row could not be added, leave nothing behind. Refusals: `missing`,
 * `forbidden` to who was signed out or suspended since, else `conflict`.
 */
export async function addDocument(
  services: Services,
  permit: Own,
  { formId, organizationId, application = null, type, fileName, incoming, requestId }: Sent,
): Promise<Outcome<{ id: string; fileName: string }, UploadConflict>> {
  if (!isOwnOrganization(permit, organizationId)) return missing
  const name = shownFileName(fileName)
  const ready = await makeReady(services, incoming, name)
  if ('fault' in ready) return conflict(ready.fault)
  const { sha256 } = ready
  const form = {
    id: formId,
    userId: permit.actor.id,
    content: { organizationId, type, name, sha256 },
    answer: z.uuid(),
  }
  const storageKey = randomUUID()
  let isAdded = false
  const at = services.now()
  try {
    await ready.file.keep(storageKey)
    const add = async (tx: Queries): Promise<Outcome<string, UploadConflict>> => {
      // The file may have been minutes on its way.
      const { actor } = permit
      if (!(await isStillActive(tx, actor)) || (await hasEnded(tx, actor.sessionId))) return forbidden
      const place = await placeOfDocuments(tx, { organizationId, application, now: services.now(), lock: 'lock' })
      if (!place) return missing
      const lack = await findUploadObstacle(tx, organizationId, place)
      if (place.kind === 'closed' || lack) return conflict(lack ?? 'closed')
      if (!place.types.includes(type)) return conflict('type')
      const { verificationId } = place
      const { mediaType } = ready
      const { sizeBytes } = ready.file
      const row = { organizationId, verificationId, type, fileName: name, mediaType, sizeBytes, storageKey }
      const id = await insertDocument(tx, { ...row, status: 'pending', uploadedAt: arrivalOf(at, place.since) })
      await recordAudit(tx, {
        at,
        actor,
        action: 'document.add',
        objectType: 'organization',
        objectId: organizationId,
        after: { document: id, type, mediaType, sizeBytes },
        requestId,
      })
      isAdded = true
      return done(id)
    }
    const outcome = await services.db.transaction((tx) => applyOnce(tx, services, form, () => add(tx)))
    if (!isAdded) await removeOrLeave(services, storageKey)
    if (outcome.kind === 'done') return done({ id: outcome.value, fileName: name })
    if (outcome.kind === 'conflict') return conflict(typeof outcome.now === 'string' ? outcome.now : 'sent')
    return outcome
  } catch (error) {
    const added = await resolveFailedUpload(services, { organizationId, storageKey, isInDoubt: isUnavailable(error) })
    if (added) return done({ id: added.id, fileName: name })
    throw error
  } finally {
    await ready.file.drop()
  }
}

/** What comes for an answer came after it was asked for, also where the clock has been put back since. */
const arrivalOf = (at: Date, since: Date | null): Date =>
  since === null ? at : new Date(Math.max(at.getTime(), since.getTime() + 1))

/**
 * After a failure: the row, when it was written after all; else its file is removed. A commit whose answer was lost is asked
 * for on a connection of its own, once the organization is free; while that cannot be told, the file stays for the sweep.
 */
async function resolveFailedUpload(
  { db, documents, log, now }: Services,
  { organizationId, storageKey, isInDoubt }: { organizationId: string; storageKey: string; isInDoubt: boolean },
): Promise<{ id: string } | null> {
  try {
    const added = isInDoubt
      ? await db.transaction(async (tx) => {
          await placeOfDocuments(tx, { organizationId, application: null, now: now(), lock: 'lock' })
          return findByStorageKey(tx, storageKey)
        })
      : null
    if (!added) await documents.remove(storageKey)
    return added
  } catch (error) {
    log.warn({ err: error }, 'the file of a failed upload is left for the nightly sweep')
    return null
  }
}

/** The file as it will be kept, and what it is; the received one is dropped when another takes its place. */
async function makeReady(
  { documents }: Pick<Services, 'documents'>,
  incoming: IncomingFile,
  fileName: string,
): Promise<{ file: IncomingFile; mediaType: DocumentMediaType; sha256: string } | { fault: FileFault }> {
  const inspected = await inspectFile(incoming.path)
  if ('fault' in inspected) return inspected
  const { mediaType, parts } = inspected
  if (!hasEndingOf(mediaType, fileName)) return { fault: 'ending' }
  const sha256 = await hashFile(incoming.path)
  if (!parts) return { file: incoming, mediaType, sha256 }
  const file = await documents.receive(readParts(incoming.path, parts), DOCUMENT_MAX_BYTES)
  if (file === 'too-large') return { fault: 'too-large' }
  await incoming.drop()
  return { file, mediaType, sha256 }
}

/** Of the file as it was sent. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Takes back a document that may still go, with its file. Refusals: `missing`, `forbidden` to who was suspended meanwhile,
 * `conflict` with the present place where it stays.
 */
export async function removeDocument(
  services: Services,
  permit: Own,
  { organizationId, documentId, requestId }: { organizationId: string; documentId: string; requestId: string },
): Promise<Outcome<DocumentPlace, DocumentPlace>> {
  if (!isOwnOrganization(permit, organizationId) || !isUuid(documentId)) return missing
  const { actor } = permit
  const at = services.now()
  const outcome = await services.db.transaction(
    async (tx): Promise<Outcome<{ place: DocumentPlace; storageKey: string }, DocumentPlace>> => {
      if (!(await isStillActive(tx, actor))) return forbidden
      const application = await findApplicationOf(tx, organizationId, documentId)
      const place = await placeOfDocuments(tx, { organizationId, application, now: at, lock: 'lock' })
      if (!place) return missing
      const document =
        place.kind === 'closed' ? null : await deleteRemovable(tx, { id: documentId, organizationId, ...place })
      if (!document) return (await findOwnFile(tx, organizationId, documentId)) ? conflict(place) : unchanged
      await recordAudit(tx, {
        at,
        actor,
        action: 'document.remove',
        objectType: 'organization',
        objectId: organizationId,
        before: { document: documentId, type: document.type },
        requestId,
      })
      return done({ place, storageKey: document.storageKey })
    },
  )
  if (outcome.kind !== 'done') return outcome
  const { place, storageKey } = outcome.value
  // A form has one of the console's few places; the store may take its time.
  await Promise.race([removeOrLeave(services, storageKey), pause(REMOVAL_LIMIT_MS, null, { ref: false })])
  return done(place)
}

const REMOVAL_LIMIT_MS = 1000

/** What the store does not give up now has no document, so that the nightly sweep removes it. */
const removeOrLeave = ({ documents, log }: Pick<Services, 'documents' | 'log'>, storageKey: string): Promise<void> =>
  documents
    .remove(storageKey)
    .catch((error: unknown) => log.warn({ err: error }, 'a file without a document is left for the nightly sweep'))
