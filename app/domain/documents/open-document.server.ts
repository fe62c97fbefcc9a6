import type { DocumentStore, StoredFile } from '../../gateways/ports'
import type { Services } from '../../services.server'
import type { DocumentMediaType, ScanState } from '../../vocabulary'
import type { Actor } from '../access'
import { fileState } from '../files/file-state'
import { WrongLength } from '../unavailable.server'
import { takeTransfer } from './transfer.server'

type KeptFile = { storageKey: string; sizeBytes: number }
type DocumentFile = KeptFile & { id: string; fileName: string; mediaType: DocumentMediaType; scanState: ScanState }

/** A document's file on its way to a reader; when `isForView` is false it may only be downloaded. */
export type OpenDocument = StoredFile & Pick<DocumentFile, 'fileName' | 'mediaType'> & { isForView: boolean }

/** Null when there is no such file. Throws {@link WrongLength} when its size differs from the document's, whatever the store says. */
export async function openFile(
  documents: Pick<DocumentStore, 'open'>,
  { storageKey, sizeBytes }: KeptFile,
): Promise<StoredFile | null> {
  const file = await documents.open(storageKey)
  if (!file || file.sizeBytes === sizeBytes) return file
  await file.content.cancel()
  throw new WrongLength('The document store gave a file of another length than its document has')
}

/** Null when the file held a virus or is missing; a missing file is logged as an error. */
export async function openDocument(
  { documents, scanner, log }: Pick<Services, 'documents' | 'scanner' | 'log'>,
  kept: DocumentFile | null,
): Promise<OpenDocument | null> {
  if (!kept) return null
  const { fileName, mediaType, scanState } = kept
  const state = fileState({ scanState, fileMissingSince: null }, scanner !== null)
  if (state === 'infected') return null
  const file = await openFile(documents, kept)
  if (!file) log.error({ event: 'document-missing', documentId: kept.id }, 'the file of a document is missing')
  return file && { fileName, mediaType, isForView: state === 'ready', ...file }
}

/** A session has taken too much: milliseconds to wait. */
export type TransferLimited = { waitMs: number }

/** The file, once `note` has recorded the read and the session's transfer limit allows it; otherwise its stream is closed. */
export async function limitTransfer(
  services: Pick<Services, 'env' | 'now'>,
  actor: Pick<Actor, 'sessionId'>,
  file: OpenDocument,
  note: () => Promise<void> = async () => {},
): Promise<OpenDocument | TransferLimited> {
  const waitMs = takeTransfer(services, actor, file.sizeBytes)
  if (waitMs > 0) {
    await file.content.cancel()
    return { waitMs }
  }
  await note().catch(async (error: unknown) => {
    await file.content.cancel()
    throw error
  })
  return file
}

/** The whole file in memory, for callers that cannot stream; uploads are limited in size. */
export const readWhole = async (content: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(content as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
