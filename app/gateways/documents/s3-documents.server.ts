import fs from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { MINUTE_MS } from '../../durations'
import { codeOf } from '../code-of'
import { checkKey, isKey, OWNER_FILE } from './document-key'
import { streamPieces } from './file-stream.server'
import { openIncomingFiles } from './incoming-files.server'
import { StoreUnavailable, type DocumentStore, type StoredFile } from '../ports'

const ANSWER_LIMIT_MS = 30_000
/** For a whole document on a slow line; as long as an upload may take, see `UPLOAD_LIMIT_MS`. */
const WHOLE_LIMIT_MS = 5 * MINUTE_MS
const PIECE_BYTES = 65_536
/** Statuses that S3 returns now and then, and under load. */
const MAY_PASS = [500, 503]
/** Statuses that may be gone at the next try. */
const isTransient = ({ statusCode = 0 }: IncomingMessage) =>
  statusCode === 429 || (statusCode >= 500 && statusCode !== 501)
/** Long enough to notice which other connections the store has closed. */
const PAUSE_MS = 200

export type S3Bucket = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket is in the path instead of the host name. */
  isPathStyle: boolean
}

/** The store refused; the message holds its status and no key. */
export class S3Failure extends Error {
  constructor(what: string) {
    super(`The document store ${what}`)
    this.name = 'S3Failure'
  }
}

/**
 * Documents in an S3-compatible bucket, streamed; received on the local disk first. Rejects with {@link S3Failure}, or with
 * {@link StoreUnavailable} when the store does not answer, breaks off, or reports an error of its own.
 */
export function openS3Documents(
  bucket: S3Bucket,
  dataDir: string,
  answerLimitMs = ANSWER_LIMIT_MS,
  wholeLimitMs = WHOLE_LIMIT_MS,
): DocumentStore {
  const ask = (asked: Asked) => request(bucket, asked, answerLimitMs, wholeLimitMs)
  const sendTo = (method: Method, name: string, body?: Body) => ask({ method, url: addressOf(bucket, name), body })
  const send = (method: Method, key: string) => sendTo(method, checkKey(key))

  async function put(name: string, body: Body): Promise<void> {
    const answer = await sendTo('PUT', name, body)
    if (answer.statusCode === 200 && answer.headers.etag) return void answer.resume()
    leave(answer)
    if (answer.statusCode === 200) throw new StoreUnavailable('did not answer as an S3 store: there is no ETag')
    throw refusal('refused a document with', answer)
  }

  async function open(name: string): Promise<StoredFile | null> {
    const answer = await sendTo('GET', name)
    if (answer.statusCode === 200) return { sizeBytes: lengthOf(answer), content: streamAnswer(answer, answerLimitMs) }
    answer.resume()
    if (answer.statusCode === 404) return null
    throw refusal('did not give a document:', answer)
  }

  /** Newest first; null where the store does not list them. Includes delete markers; a bucket without versioning has one `null`. */
  async function versionsOf(key: string): Promise<string[] | null> {
    const url = addressOf(bucket, '')
    url.search = new URLSearchParams({ versions: '', prefix: key }).toString()
    const answer = await ask({ method: 'GET', url })
    if (answer.statusCode === 200) {
      const page = await text(streamAnswer(answer, answerLimitMs))
      return [...page.matchAll(VERSION)].flatMap(([, kept, version = '']) => (kept === key ? [version] : []))
    }
    answer.resume()
    if (isTransient(answer)) throw refusal('did not list the versions of a document:', answer)
    return null
  }

  /** Throws if versions are kept but not listed: a removal would only hide the document, so it stays for the next sweep. */
  async function refuseVersions(key: string): Promise<void> {
    const answer = await send('HEAD', key)
    answer.resume()
    if (answer.headers['x-amz-version-id'] !== undefined)
      throw new S3Failure('keeps versions of what is removed, and does not let them be listed: see docs/running.md')
  }

  async function remove(key: string, version?: string): Promise<void> {
    const url = addressOf(bucket, key)
    if (version !== undefined) url.search = new URLSearchParams({ versionId: version }).toString()
    const answer = await ask({ method: 'DELETE', url })
    answer.resume()
    const isGone = [200, 204, 404].includes(answer.statusCode ?? 0)
    if (!isGone) throw refusal('did not remove a document:', answer)
  }

  return {
    write: async (key, content) => put(checkKey(key), wholeBody(content)),
    open: async (key) => open(checkKey(key)),
    ...openIncomingFiles(path.join(dataDir, 'incoming'), async (key, incoming) => {
      await put(checkKey(key), { sizeBytes: incoming.sizeBytes, chunks: () => fs.createReadStream(incoming.path) })
      await incoming.drop()
    }),
    remove: async (key) => {
      const versions = await versionsOf(checkKey(key))
      if (!versions) await refuseVersions(key)
      // A bucket without versions needs no right to remove versions.
      if (!versions || versions.every((version) => version === 'null')) return remove(key)
      // The newest last: the document is listed until nothing is left of it, so that the sweep comes to it again.
      for (const version of versions.toReversed()) await remove(key, version)
    },
    has: async (key) => {
      const answer = await send('HEAD', key)
      answer.resume()
      if (answer.statusCode === 200 || answer.statusCode === 404) return answer.statusCode === 200
      throw refusal('did not say whether it has a document:', answer)
    },
    list: async function* () {
      for (let after: string | null = ''; after !== null;) {
        const url = addressOf(bucket, '')
        url.search = new URLSearchParams({ 'list-type': '2', ...(after && { 'start-after': after }) }).toString()
        const answer = await ask({ method: 'GET', url })
        if (answer.statusCode !== 200) {
          answer.resume()
          throw refusal('did not list its documents:', answer)
        }
        const page = await text(streamAnswer(answer, answerLimitMs))
        const found = [...page.matchAll(LISTED)].map(([, key = '', at = '']) => ({ key, keptAt: new Date(at) }))
        yield* found.filter(({ key }) => isKey(key))
        after = /<IsTruncated>true</.test(page) ? (found.at(-1)?.key ?? null) : null
      }
    },
    readOwner: async () => {
      const file = await open(OWNER_FILE)
      return file && text(file.content)
    },
    writeOwner: (owner) => put(OWNER_FILE, wholeBody(Buffer.from(owner))),
  }
}

/** One object of a listing: S3 writes the key before the time of the last change. */
const LISTED = /<Contents>.*?<Key>([^<]*)<\/Key>.*?<LastModified>([^<]*)<\/LastModified>.*?<\/Contents>/gs

/** One entry of a listing of versions. */
const VERSION =
  /<(?:Version|DeleteMarker)>.*?<Key>([^<]*)<\/Key>.*?<VersionId>([^<]*)<\/VersionId>.*?<\/(?:Version|DeleteMarker)>/gs

const lengthOf = (answer: IncomingMessage) => Number(answer.headers['content-length'] ?? 0)

function refusal(what: string, { statusCode = 0 }: IncomingMessage): Error {
  const said = `${what} status ${statusCode}`
  return statusCode >= 500 ? new StoreUnavailable(said) : new S3Failure(said)
}

/** The body, read on demand: `limitMs` is the store's time for each piece; the reader may take as long as it likes. */
function streamAnswer(answer: IncomingMessage, limitMs: number): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]()
  const readPiece = async () => {
    const timer = setTimeout(() => answer.destroy(), limitMs)
    try {
      const piece = await pieces.next()
      return piece.done ? null : piece.value
    } catch {
      throw new StoreUnavailable('broke off in the middle of a document')
    } finally {
      clearTimeout(timer)
    }
  }
  return streamPieces(readPiece, () => void answer.destroy())
}

/** `chunks` can be called again. */
type Body = { sizeBytes: number; chunks: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array> }

const wholeBody = (content: Uint8Array): Body => ({
  sizeBytes: content.byteLength,
  chunks: function* () {
    for (let at = 0; at < content.byteLength; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES)
  },
})

/** The address of a document: the bucket is in the path, or before the host name. */
export function addressOf({ endpoint, bucket, isPathStyle }: S3Bucket, key: string): URL {
  const url = new URL(endpoint)
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = [url.pathname.replace(/\/$/, ''), ...(isPathStyle ? [bucket] : []), key].join('/')
  return url
}

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE'
type Asked = { method: Method; url: URL; body?: Body }

/** Resolves with the answer's headers. A store that fails is asked once more; one that is silent for the limit is given up. */
async function request(
  bucket: S3Bucket,
  asked: Asked,
  answerLimitMs: number,
  wholeLimitMs: number,
): Promise<IncomingMessage> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(`did not answer in ${answerLimitMs} ms`), answerLimitMs)
  const whole = setTimeout(() => late.abort(`took longer than ${wholeLimitMs} ms`), wholeLimitMs)
  const ask = () => attempt(bucket, asked, late.signal, () => timer.refresh())
  try {
    const first = await ask().catch(() => null)
    if (first && !MAY_PASS.includes(first.statusCode ?? 0)) return first
    if (first) leave(first)
    await pause(PAUSE_MS, null, { signal: late.signal })
    return await ask()
  } catch (error) {
    const code = codeOf(error)
    throw late.signal.aborted
      ? new StoreUnavailable(String(late.signal.reason))
      : new StoreUnavailable(`could not be reached${code && ` (${code})`}`, { cause: error })
  } finally {
    clearTimeout(timer)
    clearTimeout(whole)
  }
}

async function attempt(
  bucket: S3Bucket,
  { method, url, body }: Asked,
  signal: AbortSignal,
  onPiece: () => void,
): Promise<IncomingMessage> {
  const { region, accessKeyId, secretAccessKey } = bucket
  const signer = new AwsV4Signer({ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' })
  const signed = await signer.sign()
  const headers = {
    ...Object.fromEntries(signed.headers),
    ...(body && { 'content-length': String(body.sizeBytes) }),
  }
  const asked = (url.protocol === 'https:' ? https : http).request(signed.url, { method, headers, signal })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve)
    // Stays for a connection that breaks later, which the reader of the body is told.
    asked.on('error', reject)
  })
  const sent = pipeline(eachTold(body?.chunks() ?? [], onPiece), asked)
  // A store that refuses a document need not have read all of it.
  sent.catch(() => {})
  const answer = await answered
  if (answer.statusCode === 200) await sent
  return answer
}

/** Calls `onPiece` for each piece as it is taken. */
async function* eachTold(chunks: ReturnType<Body['chunks']>, onPiece: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onPiece()
    yield chunk
  }
}

/** Stops sending the request and reading the answer. */
const leave = (answer: IncomingMessage) => void answer.destroy()
