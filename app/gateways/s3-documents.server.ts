import fs from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { checkKey } from './document-key'
import { openIncomingFiles } from './incoming-files.server'
import type { DocumentStore } from './ports'

const ANSWER_LIMIT_MS = 30_000

export type S3Bucket = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket stands in the path and not in the host name. */
  isPathStyle: boolean
}

/** The store refused or did not answer; the text holds its status and no key. */
export class S3Failure extends Error {
  constructor(what: string) {
    super(`The document store ${what}`)
    this.name = 'S3Failure'
  }
}

/** Documents in an S3-compatible bucket, streamed; received on the local disk first. Rejects with {@link S3Failure}. */
export function openS3Documents(bucket: S3Bucket, dataDir: string, answerLimitMs = ANSWER_LIMIT_MS): DocumentStore {
  const send = (method: 'GET' | 'PUT' | 'DELETE', key: string, body?: Body) =>
    request(bucket, method, checkKey(key), body, answerLimitMs)

  async function put(key: string, body: Body): Promise<void> {
    const answer = await send('PUT', key, body)
    answer.resume()
    if (answer.statusCode !== 200) throw new S3Failure(`refused a document with status ${answer.statusCode}`)
  }

  return {
    write: (key, content) => put(key, { sizeBytes: content.byteLength, chunks: [content] }),
    read: async (key) => {
      const answer = await send('GET', key)
      if (answer.statusCode === 200) return buffer(answer)
      answer.resume()
      if (answer.statusCode === 404) return null
      throw new S3Failure(`did not give a document: status ${answer.statusCode}`)
    },
    receive: openIncomingFiles(path.join(dataDir, 'incoming'), async (key, incoming) => {
      await put(key, { sizeBytes: incoming.sizeBytes, chunks: fs.createReadStream(incoming.path) })
      await incoming.drop()
    }),
    remove: async (key) => {
      const answer = await send('DELETE', key)
      answer.resume()
      const isGone = [200, 204, 404].includes(answer.statusCode ?? 0)
      if (!isGone) throw new S3Failure(`did not remove a document: status ${answer.statusCode}`)
    },
  }
}

type Body = { sizeBytes: number; chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array> }

/** Where a document lies: the bucket stands in the path, or before the host name. */
export function addressOf({ endpoint, bucket, isPathStyle }: S3Bucket, key: string): URL {
  const url = new URL(endpoint)
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = [url.pathname.replace(/\/$/, ''), ...(isPathStyle ? [bucket] : []), key].join('/')
  return url
}

async function request(
  bucket: S3Bucket,
  method: string,
  key: string,
  body: Body | undefined,
  answerLimitMs: number,
): Promise<IncomingMessage> {
  const url = addressOf(bucket, key)
  const { region, accessKeyId, secretAccessKey } = bucket
  const signer = new AwsV4Signer({ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' })
  const signed = await signer.sign()
  const headers = {
    ...Object.fromEntries(signed.headers),
    ...(body && { 'content-length': String(body.sizeBytes) }),
  }
  const signal = AbortSignal.timeout(answerLimitMs)
  try {
    const asked = (url.protocol === 'https:' ? https : http).request(signed.url, { method, headers, signal })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve)
      asked.once('error', reject)
    })
    await Promise.all([pipeline(body?.chunks ?? [], asked), answered])
    return await answered
  } catch {
    throw new S3Failure(signal.aborted ? `did not answer in ${answerLimitMs} ms` : 'could not be reached')
  }
}
