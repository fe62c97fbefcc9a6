import { createHash, createHmac } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isUnavailable } from '../../app/domain/unavailable.server'
import { openDocuments } from '../../app/gateways/documents/documents.server'
import { addressOf, openS3Documents } from '../../app/gateways/documents/s3-documents.server'
import type { DocumentStore } from '../../app/gateways/ports'
import { testFolder } from '../support/folders'
import { startServer, type Received } from '../support/http-server'
import { bucketAt, startS3 } from '../support/s3'
import { allOf, contentOf } from '../support/stored'

const KEY = '0f0e0d0c-1111-4222-8333-444455556666'

/** The header that a store sends with every document it keeps. */
const KEPT = { etag: '"5d41402abc4b2a76b9719d911017c592"' }

const chunks = async function* (...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}
const filesIn = (folder: string) =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** Signature version 4, computed anew from the request received (the S3 server of these tests does not check it). */
function authorizationOf(received: Received | undefined): string {
  const { method = '', url = '', headers = {} } = received ?? {}
  const at = String(headers['x-amz-date'])
  const scope = `${at.slice(0, 8)}/us-east-1/s3/aws4_request`
  const signed = ['host', 'x-amz-content-sha256', 'x-amz-date']
  const lines = signed.map((name) => `${name}:${headers[name]}\n`).join('')
  const request = [method, url, '', lines, signed.join(';'), headers['x-amz-content-sha256']].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), 'AWS4S3RVER')
  const signature = hmac(key, toSign).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=S3RVER/${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

describe('on a real S3 server', () => {
  it('a document is read as it was written, and gone once removed', async () => {
    const store = openS3Documents(await startS3(), testFolder())
    await store.write(KEY, new Uint8Array([0, 1, 255]))
    expect([...((await contentOf(store, KEY)) ?? [])]).toEqual([0, 1, 255])
    await store.remove(KEY)
    expect(await store.open(KEY)).toBeNull()
    await store.remove(KEY)
  })

  it('a received file is kept in the bucket and leaves the disk', async () => {
    const dataDir = testFolder()
    const store = openDocuments({ dataDir, s3: await startS3() })
    const incoming = await store.receive(chunks('one ', 'two'), 100)
    if (incoming === 'too-large') throw new Error('it fits')
    expect(fs.readFileSync(incoming.path, 'utf8')).toBe('one two')
    await incoming.keep(KEY)
    expect(Buffer.from((await contentOf(store, KEY)) ?? []).toString()).toBe('one two')
    expect(filesIn(dataDir)).toEqual([])
  })

  it('ten megabytes come back whole', async () => {
    const store = openS3Documents(await startS3(), testFolder())
    const content = Buffer.alloc(10_000_000, 'a warehouse ')
    await store.write(KEY, content)
    expect(content.equals((await contentOf(store, KEY)) ?? new Uint8Array())).toBe(true)
  })

  it('every document is listed with the time it was kept', async () => {
    const store = openS3Documents(await startS3(), testFolder())
    expect(await allOf(store.list())).toEqual([])
    const keys = Array.from({ length: 7 }, (_, n) => `${KEY}-${n}`)
    for (const key of keys) await store.write(key, Buffer.from('x'))
    const listed = await allOf(store.list())
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys)
    expect(listed.every(({ keptAt }) => Math.abs(Date.now() - keptAt.getTime()) < 120_000)).toBe(true)
  })

  it('a missing bucket is reported with its status', async () => {
    const store = openS3Documents({ ...(await startS3()), bucket: 'other-bucket' }, testFolder())
    await expect(store.write(KEY, new Uint8Array([1]))).rejects.toThrow('refused a document with status 404')
  })
})

describe('the requests to the store', () => {
  it('read all pages of a listing, one after the other, and skip keys that are not ours', async () => {
    const object = (key: string) =>
      `<Contents><Key>${key}</Key><LastModified>2026-03-02T09:00:00.000Z</LastModified><Size>1</Size></Contents>`
    const page = (keys: string[], isTruncated: boolean) =>
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${keys.map(object).join('')}</ListBucketResult>`
    const pages = [page([`${KEY}-a`, `${KEY}-b`], true), page([`${KEY}-c`, 'Notes.txt'], false)]
    const { origin, received } = await startServer(() => ({ status: 200, body: pages[received.length - 1] ?? '' }))
    const listed = await allOf(openS3Documents(bucketAt(origin), testFolder()).list())
    expect(listed.map(({ key }) => key)).toEqual([`${KEY}-a`, `${KEY}-b`, `${KEY}-c`])
    expect(listed[0]?.keptAt).toEqual(new Date('2026-03-02T09:00:00Z'))
    expect(received.map(({ url }) => url)).toEqual([
      '/documents/?list-type=2',
      `/documents/?list-type=2&start-after=${KEY}-b`,
    ])
  })

  describe('that remove a document', () => {
    const entry = (kind: string, key: string, id: string) =>
      `<${kind}><Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>false</IsLatest></${kind}>`
    const asked = (received: Received[]) => received.map(({ method, url }) => `${method} ${url}`)
    const listing = `GET /documents/?versions=&prefix=${KEY}`

    it('delete all its versions, the newest last, and no other document', async () => {
      const listed = [
        entry('DeleteMarker', KEY, 'marker'),
        entry('Version', KEY, 'second+'),
        entry('Version', KEY, 'null'),
        entry('Version', `${KEY}-0`, 'of another'),
      ]
      const { origin, received } = await startServer(({ method }) =>
        method === 'GET'
          ? { status: 200, body: `<ListVersionsResult>${listed.join('')}</ListVersionsResult>` }
          : { status: 204, body: '' },
      )
      await openS3Documents(bucketAt(origin), testFolder()).remove(KEY)
      const removed = ['null', 'second%2B', 'marker'].map((id) => `DELETE /documents/${KEY}?versionId=${id}`)
      expect(asked(received)).toEqual([listing, ...removed])
    })

    it.each([200, 204])('succeed where the store answers %i', async (status) => {
      const { origin } = await startServer(({ method }) => ({ status: method === 'GET' ? 501 : status, body: '' }))
      await expect(openS3Documents(bucketAt(origin), testFolder()).remove(KEY)).resolves.toBeUndefined()
    })

    it('fail where the store refuses', async () => {
      const { origin } = await startServer(({ method }) => ({ status: method === 'GET' ? 501 : 403, body: '' }))
      const removed = openS3Documents(bucketAt(origin), testFolder()).remove(KEY)
      await expect(removed).rejects.toThrow('did not remove a document: status 403')
    })

    it('succeed where the document is already gone', async () => {
      const { origin } = await startServer(({ method }) => ({ status: method === 'GET' ? 501 : 404, body: '' }))
      await expect(openS3Documents(bucketAt(origin), testFolder()).remove(KEY)).resolves.toBeUndefined()
    })

    it.each([403, 501])('delete the document alone where its versions cannot be listed (%i)', async (status) => {
      const { origin, received } = await startServer(({ method }) => ({
        status: method === 'GET' ? status : 204,
        body: '',
      }))
      await openS3Documents(bucketAt(origin), testFolder()).remove(KEY)
      expect(asked(received)).toEqual([listing, `HEAD /documents/${KEY}`, `DELETE /documents/${KEY}`])
    })

    it('delete the document alone, without a right to remove versions, where the bucket keeps none', async () => {
      const { origin, received } = await startServer(({ method }) =>
        method === 'GET'
          ? { status: 200, body: `<ListVersionsResult>${entry('Version', KEY, 'null')}</ListVersionsResult>` }
          : { status: 204, body: '' },
      )
      await openS3Documents(bucketAt(origin), testFolder()).remove(KEY)
      expect(asked(received)).toEqual([listing, `DELETE /documents/${KEY}`])
    })

    it('delete nothing and fail where versions would stay out of sight', async () => {
      const { origin, received } = await startServer(({ method }) => ({
        status: method === 'GET' ? 403 : 200,
        body: '',
        headers: { 'x-amz-version-id': '2' },
      }))
      await expect(openS3Documents(bucketAt(origin), testFolder()).remove(KEY)).rejects.toThrow('keeps versions')
      expect(asked(received)).toEqual([listing, `HEAD /documents/${KEY}`])
    })

    it.each([429, 502])('delete nothing and fail while the store is too busy to list versions (%i)', async (status) => {
      const { origin, received } = await startServer(() => ({ status, body: '' }))
      await expect(openS3Documents(bucketAt(origin), testFolder()).remove(KEY)).rejects.toThrow('did not list')
      expect(asked(received)).toEqual([listing])
    })
  })

  it.each([
    [200, true],
    [404, false],
  ])('ask by HEAD whether there is a document: %i means %s', async (status, has) => {
    const { origin, received } = await startServer(() => ({ status, body: '' }))
    expect(await openS3Documents(bucketAt(origin), testFolder()).has(KEY)).toBe(has)
    expect(received.map(({ method }) => method)).toEqual(['HEAD'])
  })

  it('take a refusal as an error, not as a missing document, list or owner', async () => {
    const { origin } = await startServer(() => ({ status: 403, body: '' }))
    const store = openS3Documents(bucketAt(origin), testFolder())
    await expect(store.has(KEY)).rejects.toThrow('did not say whether it has a document: status 403')
    await expect(allOf(store.list())).rejects.toThrow('did not list its documents: status 403')
    await expect(store.readOwner()).rejects.toThrow('did not give a document: status 403')
  })

  it('give the owner that was written down, or null', async () => {
    let owner = ''
    const { origin } = await startServer(({ method, body }) => {
      if (method === 'PUT') owner = body
      return { status: method === 'GET' && owner === '' ? 404 : 200, body: owner, headers: KEPT }
    })
    const store = openS3Documents(bucketAt(origin), testFolder())
    expect(await store.readOwner()).toBeNull()
    await store.writeOwner('console of Almaty')
    expect(await store.readOwner()).toBe('console of Almaty')
  })

  it('are signed for the region and announce their length', async () => {
    const { origin, received } = await startServer(() => ({ status: 200, body: '', headers: KEPT }))
    await openS3Documents(bucketAt(origin), testFolder()).write(KEY, Buffer.from('hello'))
    expect(received).toMatchObject([
      { method: 'PUT', url: `/documents/${KEY}`, body: 'hello', headers: { 'content-length': '5' } },
    ])
    expect(received[0]?.headers.authorization).toBe(authorizationOf(received[0]))
  })

  it.each([
    ['https://s3.example', false, `https://documents.s3.example/${KEY}`],
    ['https://s3.example:9000/', true, `https://s3.example:9000/documents/${KEY}`],
    ['https://host.example/store/', true, `https://host.example/store/documents/${KEY}`],
  ])('to %s, in the path: %s, have the address %s', (endpoint, isPathStyle, address) => {
    expect(addressOf({ ...bucketAt(endpoint), isPathStyle }, KEY).href).toBe(address)
  })
})

describe('a store that fails once', () => {
  const faults = {
    'by closing its connection': (request: http.IncomingMessage) => void request.socket.destroy(),
    'with status 500': (_request: http.IncomingMessage, response: http.ServerResponse) => {
      response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
    },
    'with status 503': (_request: http.IncomingMessage, response: http.ServerResponse) => {
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    },
  }

  /** Fails the first request and keeps the bodies of the others. */
  async function startFailing(fail: (request: http.IncomingMessage, response: http.ServerResponse) => void) {
    const kept: string[] = []
    let asked = 0
    const server = http.createServer(async (request, response) => {
      asked += 1
      if (asked === 1) return fail(request, response)
      kept.push(await text(request))
      response.writeHead(200, KEPT).end('the document')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { kept, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  it.each(Object.entries(faults))('%s is asked again, and the upload is kept', async (_name, fault) => {
    const { kept, origin } = await startFailing(fault)
    const store = openS3Documents(bucketAt(origin), testFolder())
    const incoming = await store.receive(chunks('one ', 'two'), 100)
    if (incoming === 'too-large') throw new Error('it fits')
    await incoming.keep(KEY)
    expect(kept).toEqual(['one two'])
  })

  it.each(Object.entries(faults))('%s is asked again for a document', async (_name, fault) => {
    const { origin } = await startFailing(fault)
    const content = await contentOf(openS3Documents(bucketAt(origin), testFolder()), KEY)
    expect(Buffer.from(content ?? []).toString()).toBe('the document')
  })
})

/** Starts a store that handles requests as told, stopped after the test, and returns its address. */
async function startTaking(take: http.RequestListener): Promise<string> {
  const server = http.createServer(take)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each([
  ['written', (store: DocumentStore, content: Buffer) => store.write(KEY, content)],
  [
    'received',
    async (store: DocumentStore, content: Buffer) => {
      const incoming = await store.receive(Readable.from([content]), content.byteLength)
      if (incoming !== 'too-large') await incoming.keep(KEY)
    },
  ],
] as const)(
  'a store that takes a document slowly but steadily has the time it needs for what is %s',
  async (_, keep) => {
    let takenBytes = 0
    let pieces = 0
    const origin = await startTaking(async (request, response) => {
      for await (const piece of request) {
        takenBytes += (piece as Buffer).byteLength
        pieces += 1
        if (pieces % 8 === 0) await wait(40)
      }
      response.writeHead(200, KEPT).end()
    })
    const [content, limitMs, startedMs] = [Buffer.alloc(32_000_000), 2000, performance.now()]
    await keep(openS3Documents(bucketAt(origin), testFolder(), limitMs), content)
    expect(performance.now() - startedMs).toBeGreaterThan(limitMs)
    expect(takenBytes).toBe(content.byteLength)
  },
)

it('a store that is too slow for the limit of an upload is given up', async () => {
  const takeSlowly = async (request: http.IncomingMessage) => {
    for await (const { length } of request) await wait(length > 0 ? 20 : 0)
  }
  const origin = await startTaking((request) => void takeSlowly(request).catch(() => {}))
  const store = openS3Documents(bucketAt(origin), testFolder(), 60_000, 300)
  await expect(store.write(KEY, Buffer.alloc(32_000_000))).rejects.toThrow('The document store took longer than 300 ms')
})

describe('a store that fails', () => {
  it.each([403, 500])('with status %i is reported, and the received file can be dropped', async (status) => {
    const dataDir = testFolder()
    const { origin } = await startServer(() => ({ status, body: '<Error/>' }))
    const store = openS3Documents(bucketAt(origin), dataDir)
    const incoming = await store.receive(chunks('one'), 100)
    if (incoming === 'too-large') throw new Error('it fits')
    await expect(incoming.keep(KEY)).rejects.toThrow(`status ${status}`)
    const failure = await store.open(KEY).catch((error: unknown) => error)
    expect([String(failure), isUnavailable(failure)]).toEqual([
      expect.stringContaining(`status ${status}`),
      status === 500,
    ])
    await incoming.drop()
    expect(filesIn(dataDir)).toEqual([])
  })

  it('by never answering is given up', async () => {
    const { origin } = await startServer(() => null)
    const store = openS3Documents(bucketAt(origin), testFolder(), 100)
    await expect(store.open(KEY)).rejects.toThrow('did not answer in 100 ms')
  })

  it('in the middle of a document is reported as unavailable', async () => {
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('only so much', () => setTimeout(() => response.destroy(), 50))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const file = await openS3Documents(bucketAt(`http://127.0.0.1:${port}`), testFolder()).open(KEY)
    const failure = await new Response(file?.content).text().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).toContain('broke off in the middle of a document')
    expect(isUnavailable(failure)).toBe(true)
  })

  it('by stopping in the middle of a document is given up', async () => {
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('only so much')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const file = await openS3Documents(bucketAt(`http://127.0.0.1:${port}`), testFolder(), 2000).open(KEY)
    await expect(new Response(file?.content).text()).rejects.toThrow('broke off')
  })

  it('because it cannot be reached is reported with the reason', async () => {
    const failure = openS3Documents(bucketAt('http://127.0.0.1:1'), testFolder()).open(KEY)
    await expect(failure).rejects.toMatchObject({
      message: 'The document store could not be reached (ECONNREFUSED)',
      cause: { code: 'ECONNREFUSED' },
    })
  })

  it('by refusing a document before its end is reported with the status', async () => {
    const origin = await startTaking((request, response) => {
      request.pause()
      response.writeHead(403).end()
    })
    const store = openS3Documents(bucketAt(origin), testFolder(), 2000)
    await expect(store.write(KEY, Buffer.alloc(30_000_000))).rejects.toThrow('refused a document with status 403')
  })

  it('because something before it answers with a page is reported as unavailable', async () => {
    const { origin } = await startServer(() => ({ status: 200, body: '<h1>Please sign in to this network</h1>' }))
    const failure = await openS3Documents(bucketAt(origin), testFolder())
      .write(KEY, Buffer.from('the document'))
      .catch((error: unknown) => error)
    expect(String(failure)).toContain('did not answer as an S3 store: there is no ETag')
    expect(isUnavailable(failure)).toBe(true)
  })

  it('is never asked for a key that could leave the bucket', async () => {
    const store = openS3Documents(bucketAt('http://127.0.0.1:1'), path.join(testFolder()))
    await expect(async () => store.open('../other')).rejects.toThrow('Malformed document key')
  })
})
