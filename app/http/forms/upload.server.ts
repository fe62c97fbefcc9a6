import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { RouterContextProvider } from 'react-router'
import { failure } from '../answers/failures.server'

/** The addresses to which a form with a file is posted, as documents and as data. */
const UPLOADS = /^\/organizations\/[0-9a-f-]{36}\/(setup|verification-status)\/documents(\.data)?\/?$/i
/** True for upload addresses. Only their route may read the body, once, as it streams; nothing before it may touch it. */
export const isUploadPath = (path: string): boolean => UPLOADS.test(path)

const FIELDS_MAX = 20
const FIELD_MAX_BYTES = 4096
/** A larger body is not read to its end. */
export const UPLOAD_LIMIT_BYTES = 100 * 1024 * 1024
/**
 * Longer than the edge waits for a sender. The parser waits forever on some malformed forms, such as one that continues after an end
 * without a part.
 */
export const STALLED_MS = 40_000

/** What `receive` made of the file; it has to be dropped when the rest of the form cannot be read. */
type Droppable = { drop(): Promise<void> } | string

/** The fields of a form with a file, and what `receive` made of the file; `file` is null when none was chosen. */
export type Upload<Received> = {
  fields: Map<string, string>
  file: { name: string; received: Received } | null
}

/**
 * Reads a posted form as it streams and passes its file to `receive` chunk by chunk: at most `limitBytes` plus one byte, so that the
 * receiver sees that it is too large. A form that cannot be read, or is cut off, is 400; when the receiver fails, this rejects with
 * {@link NotReceived}.
 */
export async function readUpload<Received extends Droppable>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  {
    limitBytes,
    receive,
    stalledMs = STALLED_MS,
  }: { limitBytes: number; receive: (content: AsyncIterable<Buffer>) => Promise<Received>; stalledMs?: number },
): Promise<Upload<Received>> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(contentType) || !request.body) throw failure(context, 400)
  const fields = new Map<string, string>()
  const stalled = new AbortController()
  const files: { name: string; content: Readable; received: Promise<Received> }[] = []
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: FIELDS_MAX, fieldSize: FIELD_MAX_BYTES, files: 1, fileSize: limitBytes + 1, headerPairs: 20 },
    })
    parser.on('field', (name, value) => void fields.set(name, value))
    parser.on('file', (_field, content, name: string | undefined) => {
      // The receiver gets the error by reading; without a listener it would end the process.
      content.on('error', () => {})
      if (!name) return void content.resume()
      // A receiver that gives up must not stop the form from being read to its end.
      const received = receive(content.iterator({ destroyOnReturn: false }))
      received.catch(() => content.resume())
      files.push({ name, content, received })
    })
    parser.on('error', () => {})
    const source = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
    const watch = setTimeout(() => stalled.abort(), stalledMs)
    await pipeline(
      source,
      stopAfter(() => watch.refresh()),
      parser,
      { signal: stalled.signal },
    ).finally(() => clearTimeout(watch))
  } catch (error) {
    for (const { content, received } of files) {
      content.destroy(new Error('The form ended before its file'))
      const made = await received.catch(() => null)
      if (made && typeof made !== 'string') await made.drop()
    }
    throw failure(context, error instanceof BodyTooLarge ? 413 : 400)
  }
  const [file] = files
  if (!file) return { fields, file: null }
  try {
    return { fields, file: { name: file.name, received: await file.received } }
  } catch (error) {
    throw new NotReceived(fields, error)
  }
}

/** The form was read, but its file could not be stored; `cause` says why. */
export class NotReceived extends Error {
  constructor(
    readonly fields: Map<string, string>,
    cause: unknown,
  ) {
    super('The file of a form could not be taken in', { cause })
    this.name = 'NotReceived'
  }
}

class BodyTooLarge extends Error {}

function stopAfter(onChunk: () => void): Transform {
  let sizeBytes = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      sizeBytes += chunk.length
      onChunk()
      pass(sizeBytes > UPLOAD_LIMIT_BYTES ? new BodyTooLarge() : null, chunk)
    },
  })
}
