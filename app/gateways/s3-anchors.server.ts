import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { DAY_MS } from '../durations'
import type { AnchorStore } from './ports'
import { addressOf, type S3Bucket } from './documents/s3-documents.server'

const FOLDER = 'anchors/'
const ANSWER_LIMIT_MS = 30_000
/** The store may close a kept connection just as it is used. */
const PAUSE_MS = 200
const AT_ONCE = 16
/** The answers of a bucket without object lock, and of a store that does not know it. Any other status is a failure. */
const WITHOUT_LOCK = [404, 501]
/** How long the audit log is kept. */
const LOCKED_MS = 7 * 365 * DAY_MS

/** One object for each anchor; in a bucket with object lock nobody can remove or replace it for seven years. */
export function openS3Anchors(bucket: S3Bucket): AnchorStore {
  const { accessKeyId, secretAccessKey, region } = bucket
  const access = { accessKeyId, secretAccessKey, region, service: 's3' }
  const once = new AwsClient({ ...access, retries: 0 })
  /** For reading: among the thousands of requests that prove a log, the store is busy for one now and then. */
  const patient = new AwsClient({ ...access, retries: 3 })

  type More = { query?: string; body?: string; headers?: HeadersInit; client?: AwsClient }
  async function ask(method: string, key: string, { client = once, ...more }: More = {}) {
    const url = addressOf(bucket, key)
    url.search = more.query ?? ''
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
    const attempt = async () => {
      const answer = await client.fetch(url, { method, body: more.body, headers: more.headers, signal })
      return { status: answer.status, text: await answer.text() }
    }
    return attempt().catch(async (error: unknown) => {
      if (method !== 'GET' || signal.aborted) throw error
      await pause(PAUSE_MS)
      return attempt()
    })
  }

  async function hasLock(): Promise<boolean> {
    const { status, text } = await ask('GET', '', { query: 'object-lock' })
    if (status !== 200 && !WITHOUT_LOCK.includes(status))
      throw new Error(`The store of anchors did not say whether it locks: status ${status}`)
    return status === 200 && text.includes('<ObjectLockEnabled>Enabled<')
  }

  async function list(): Promise<string[]> {
    const keys: string[] = []
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: FOLDER })
      if (token !== undefined) query.set('continuation-token', token)
      const { status, text } = await ask('GET', '', { query: query.toString(), client: patient })
      if (status !== 200) throw new Error(`The store of anchors did not list them: status ${status}`)
      keys.push(...[...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key))
      token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
    } while (token !== undefined)
    return keys.toSorted()
  }

  async function readOne(key: string): Promise<string> {
    const { status, text } = await ask('GET', key, { client: patient })
    if (status !== 200) throw new Error(`The store of anchors did not give one: status ${status}`)
    return text
  }

  return {
    write: async (line, at) => {
      const headers = {
        'content-type': 'application/json',
        'content-md5': createHash('md5').update(line).digest('base64'),
        ...((await hasLock()) && {
          'x-amz-object-lock-mode': 'COMPLIANCE',
          'x-amz-object-lock-retain-until-date': new Date(at.getTime() + LOCKED_MS).toISOString(),
        }),
      }
      const name = `${at.toISOString().replaceAll(':', '-')}-${createHash('sha256').update(line).digest('hex').slice(0, 8)}`
      const { status } = await ask('PUT', `${FOLDER}${name}.json`, { body: line, headers })
      if (status !== 200) throw new Error(`The store of anchors refused one: status ${status}`)
    },
    read: async () => {
      const keys = await list()
      const lines: string[] = []
      for (let at = 0; at < keys.length; at += AT_ONCE)
        lines.push(...(await Promise.all(keys.slice(at, at + AT_ONCE).map(readOne))))
      return lines
    },
  }
}
