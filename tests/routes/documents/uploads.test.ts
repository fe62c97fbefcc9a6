import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { cuttingProxy } from '../../../scripts/crash/cutting-proxy'
import { auditLog } from '../../../app/db/schema/audit'
import { documents, openUploads } from '../../../app/db/schema/documents'
import { sessions } from '../../../app/db/schema/sessions'
import { users } from '../../../app/db/schema/users'
import type { Database } from '../../../app/db/engine/database'
import { openPostgres } from '../../../app/db/engine/postgres/postgres.server'
import type { Actor } from '../../../app/domain/access'
import { DOCUMENT_MAX_BYTES, DOCUMENTS_AT_MOST } from '../../../app/domain/files/limits'
import { signOutEverywhere } from '../../../app/domain/sessions/sign-out-everywhere.server'
import { openSession } from '../../../app/domain/sessions/sessions.server'
import { openDocuments } from '../../../app/gateways/documents/documents.server'
import type { DocumentStore } from '../../../app/gateways/ports'
import { openS3Documents } from '../../../app/gateways/documents/s3-documents.server'
import { action } from '../../../app/routes/organizations/setup/documents'
import { loader as ownFile } from '../../../app/routes/organizations/documents/document'
import { loader as organizationFile } from '../../../app/routes/organizations/documents/file'
import { loader as reviewFile } from '../../../app/routes/verifications/documents/document'
import { auditActions } from '../../support/audit'
import { emptyTables, openTestDatabase, testDatabaseUrl } from '../../support/database'
import { pdfFile } from '../../support/files'
import { testFolder } from '../../support/folders'
import { connectLimitMs } from '../../support/postgres'
import { answerOf, toastOf, visit } from '../../support/requests'
import { startS3 } from '../../support/s3'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { allOf } from '../../support/stored'
import { addDocument, keepFile, organization, partner, staff, verification } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let own: Awaited<ReturnType<typeof organization>>
let person: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  own = await organization(db, { status: 'draft' })
  person = await partner(db, own.id)
})

const BOUNDARY = 'cut-here'
const PDF = pdfFile({ padBytes: 200_000 })
const head = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${value}\r\n\r\n`
const FORM = Buffer.concat([
  Buffer.from(`${head('type', '')}tax_certificate\r\n${head('file', '; filename="tax.pdf"')}`),
  PDF,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
])

const formOf = (writer: string) => Buffer.concat([Buffer.from(head('writer', '') + `${writer}\r\n`), FORM])

function post(body: ReadableStream<Uint8Array> | Buffer, actor = person, to = services, isLengthTold = true) {
  const given = visit(to, `/organizations/${own.id}/setup/documents`, { actor, params: { organizationId: own.id } })
  const streamed: RequestInit & { duplex: 'half' } = {
    duplex: 'half',
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(isLengthTold && { 'content-length': String(FORM.length) }),
    },
    body: body instanceof ReadableStream ? body : new Uint8Array(body),
  }
  const request = new Request(given.request.url, streamed)
  return { answer: answerOf(() => action({ ...given, request } as never)) }
}

/** A sender whose chunks are sent one by one by the test. */
function sender() {
  let controller: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
  return {
    body,
    send: (from: number, to: number) => controller.enqueue(new Uint8Array(FORM.subarray(from, to))),
    end: () => controller.close(),
    break: () => controller.error(new Error('cut')),
  }
}

const underWay = (count: number) => expect.poll(() => db.$count(openUploads)).toBe(count)

describe('uploads under way', () => {
  it('are at most two per organization: a third gets 429 until they end, other organizations are not held up', async () => {
    const two = [sender(), sender()]
    const sent = two.map(({ body }) => post(body))
    for (const one of two) one.send(0, 1000)
    await underWay(2)
    const third = await post(FORM).answer
    expect(third).toMatchObject({
      status: 429,
      body: {
        result: {
          error: {
            file: [
              'Two files of your organization are being uploaded already. Wait until they are done, then upload this one.',
            ],
          },
        },
      },
    })
    expect(third.headers.get('retry-after')).toBe('10')
    const other = await organization(db, { status: 'draft' })
    const mine = own
    own = other
    expect((await post(FORM, await partner(db, other.id)).answer).status).toBe(302)
    own = mine

    for (const one of two) {
      one.send(1000, FORM.length)
      one.end()
    }
    expect((await Promise.all(sent.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([302, 302])
    await underWay(0)
    expect((await post(FORM).answer).status).toBe(302)
  })

  it('that end at once leave an application at most 20 documents, 200 MB, and a third meanwhile gets 429', async () => {
    expect(DOCUMENTS_AT_MOST * DOCUMENT_MAX_BYTES).toBe(200 * 1024 * 1024)
    const kept = { verificationId: null }
    for (let n = 0; n < 19; n++) await addDocument(db, { organizationId: own.id, id: '' }, 'pending', kept)
    const two = [sender(), sender()]
    const sent = two.map(({ body }) => post(body))
    // Both must be under way: one started after the other was stored would be refused before its file is read.
    await underWay(2)
    expect((await post(FORM).answer).status).toBe(429)
    for (const one of two) {
      one.send(0, FORM.length)
      one.end()
    }
    const answers = await Promise.all(sent.map(({ answer }) => answer))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422])
    expect(await db.$count(documents)).toBe(20)
  })

  it.each([
    ['suspended', () => db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.id))],
    ['signed out', () => signOutEverywhere(db, person.id, services.now())],
  ])('leave nothing when their user is %s before the end', async (_, stop) => {
    const browser = { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' }
    await openSession(db, services, person.id, browser)
    const [session] = await db.select().from(sessions)
    const one = sender()
    const { answer } = post(one.body, { ...person, sessionId: session?.id ?? '' })
    one.send(0, 1000)
    await underWay(1)
    await stop()
    one.send(1000, FORM.length)
    one.end()
    expect((await answer).status).toBe(401)
    expect([await db.$count(documents), await auditActions(db), services.files.size]).toEqual([0, [], 0])
    await underWay(0)
  })

  it('left by a lost replica hold their places until their time limit passes', async () => {
    const until = new Date(services.now().getTime() + 630_000)
    await db.insert(openUploads).values([1, 2].map(() => ({ organizationId: own.id, until })))
    expect((await post(FORM).answer).status).toBe(429)
    services.clock.advance(630_000)
    expect((await post(FORM).answer).status).toBe(302)
    expect(await db.$count(openUploads)).toBe(0)
  })
})

describe('the transfer limit of a session', () => {
  const read = async (row: { id: string }, actor: Actor) => {
    const params = { organizationId: own.id, documentId: row.id }
    const answer = await answerOf(() => ownFile(visit(services, '/x', { actor, params }) as never))
    return { status: answer.status, retryS: answer.headers.get('retry-after') }
  }

  it('is 400 MB at once, then 4 MB a second, for each session on its own', async () => {
    const row = await addDocument(db, { organizationId: own.id, id: '' }, 'pending', {
      verificationId: null,
      sizeBytes: 100 * 1024 * 1024,
    })
    const { sizeBytes } = row
    services.documents.open = async () => ({ sizeBytes, content: new Blob(['x']).stream() })
    for (let n = 0; n < 4; n++) expect((await read(row, person)).status).toBe(200)
    expect(await read(row, person)).toEqual({ status: 429, retryS: '25' })
    expect((await read(row, { ...person, sessionId: 'another' })).status).toBe(200)
    services.clock.advance(25_000)
    expect((await read(row, person)).status).toBe(200)
    const refused = await post(FORM).answer
    expect(refused).toMatchObject({
      status: 429,
      body: { result: { error: { file: ['Too many files in a short time. Try again in 1 second.'] } } },
    })
  })

  it('counts an upload of undeclared length as one of the largest allowed size', async () => {
    const row = await addDocument(db, { organizationId: own.id, id: '' }, 'pending', {
      verificationId: null,
      sizeBytes: 395 * 1024 * 1024,
    })
    const { sizeBytes } = row
    services.documents.open = async () => ({ sizeBytes, content: new Blob(['x']).stream() })
    const untold = { ...person, sessionId: randomUUID() }
    expect((await read(row, untold)).status).toBe(200)
    expect((await post(FORM, untold, services, false).answer).status).toBe(429)
    expect((await post(FORM, untold).answer).status).toBe(302)
  })

  it('grows tenfold with LIMITS_FACTOR 10', async () => {
    services = await testServices({ env: testEnv({ LIMITS_FACTOR: '10' }) })
    const row = await addDocument(db, { organizationId: own.id, id: '' }, 'pending', {
      verificationId: null,
      sizeBytes: 100 * 1024 * 1024,
    })
    const { sizeBytes } = row
    services.documents.open = async () => ({ sizeBytes, content: new Blob(['x']).stream() })
    for (let n = 0; n < 40; n++) expect((await read(row, { ...person, sessionId: 'demo' })).status).toBe(200)
  })
})

const filesUnder = (folder: string) =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

describe.each(['disk', 's3'])('with documents on %s', (kind) => {
  let store: DocumentStore
  let dataDir: string
  beforeEach(async () => {
    dataDir = testFolder()
    const s3 = kind === 's3' ? await startS3() : null
    store = s3 ? openS3Documents(s3, dataDir) : openDocuments({ dataDir, s3: null })
    services = await testServices({ documents: store })
  })
  const kept = async () => (await allOf(store.list())).map(({ key }) => key)

  it.each([0, 1, 60, 150, 260, 400, 1000, 65_536, 150_000, FORM.length - 4])(
    'an upload that is cut after %i bytes leaves no file, no row and no place taken',
    async (cutAt) => {
      const one = sender()
      const { answer } = post(one.body)
      one.send(0, cutAt)
      await underWay(1)
      one.break()
      expect([400, 422, 500]).toContain((await answer).status)
      expect(await db.$count(documents)).toBe(0)
      expect(await kept()).toEqual([])
      expect(filesUnder(dataDir)).toEqual([])
      await underWay(0)
    },
  )

  it('a complete upload leaves exactly one file, of the same bytes, under the key in its row', async () => {
    expect((await post(FORM).answer).status).toBe(302)
    const [row] = await db.select().from(documents)
    expect(await kept()).toEqual([row?.storageKey])
    expect(row?.storageKey).toMatch(/^[0-9a-f-]{36}$/)
    const file = await store.open(row?.storageKey ?? '')
    expect(Buffer.from(await new Response(file?.content).arrayBuffer()).equals(PDF)).toBe(true)
    expect(filesUnder(dataDir).map(({ name }) => name)).toEqual(kind === 'disk' ? [row?.storageKey] : [])
  })

  it('an upload from a form drawn for another account leaves no file and no row, and says so', async () => {
    const colleague = await partner(db, own.id)
    const refused = await post(formOf(colleague.id)).answer
    expect(refused.location).toBe(`/organizations/${own.id}/setup/documents`)
    expect(toastOf(refused.headers)).toContain('otherAccount')
    expect(await db.$count(documents)).toBe(0)
    expect([await kept(), filesUnder(dataDir)]).toEqual([[], []])
    await underWay(0)
    expect((await post(formOf(person.id)).answer).status).toBe(302)
    expect(await db.$count(documents)).toBe(1)
  })

  it('an upload whose COMMIT answer is lost counts as stored: one row with its file', async () => {
    const lossy: Database = Object.create(db, {
      transaction: {
        value: async (work: never) => {
          const result: unknown = await db.transaction(work)
          const isUpload = (await db.$count(documents)) > 0
          if (isUpload && !wasLost) {
            wasLost = true
            throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
          }
          return result
        },
      },
    })
    let wasLost = false
    expect((await post(FORM, person, { ...services, db: lossy }).answer).status).toBe(302)
    expect(wasLost).toBe(true)
    const [row] = await db.select().from(documents)
    expect(await kept()).toEqual([row?.storageKey])
    expect(await db.$count(auditLog)).toBe(1)
  })

  it('an upload rolled back by a broken connection answers 503 and leaves no file and no row', async () => {
    let isBroken = true
    const lossy: Database = Object.create(db, {
      transaction: {
        value: async (work: (tx: Database) => Promise<unknown>) => {
          const isUpload = (await kept()).length > 0
          if (!isUpload || !isBroken) return db.transaction(work as never)
          isBroken = false
          await db
            .transaction(async (tx) => {
              await work(tx as unknown as Database)
              throw new Error('cut')
            })
            .catch(() => {})
          throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
        },
      },
    })
    expect((await post(FORM, person, { ...services, db: lossy }).answer).status).toBe(503)
    expect(await db.$count(documents)).toBe(0)
    expect(await kept()).toEqual([])
  })

  it('an upload whose outcome the database cannot tell answers 503 and keeps the file for the sweep', async () => {
    const lossy: Database = Object.create(db, {
      transaction: {
        value: async (work: never) => {
          if ((await kept()).length === 0) return db.transaction(work)
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
        },
      },
    })
    expect((await post(FORM, person, { ...services, db: lossy }).answer).status).toBe(503)
    expect(await db.$count(documents)).toBe(0)
    expect(await kept()).toHaveLength(1)
  })

  const isOnPostgres = inject('databaseSource').server !== null
  if (isOnPostgres)
    it('an upload whose COMMIT answer the network loses answers 302 with one row and one file', async () => {
      const proxy = await cuttingProxy(testDatabaseUrl())
      const opened = await openPostgres(
        { databaseUrl: proxy.databaseUrl, migrateWith: null, connectLimitMs },
        services.log,
      )
      onTestFinished(async () => {
        await opened.close()
        await proxy.close()
      })
      const lost = proxy.loseCommit(/insert into "documents"/)
      expect((await post(FORM, person, { ...services, db: opened.db }).answer).status).toBe(302)
      await lost
      const [row] = await db.select().from(documents)
      expect(await kept()).toEqual([row?.storageKey])
    })
})

describe('a served file', () => {
  const NAMES: [string, string, string][] = [
    ['licence.pdf', 'licence.pdf', 'licence.pdf'],
    ['Лицензия.pdf', '________.pdf', '%D0%9B%D0%B8%D1%86%D0%B5%D0%BD%D0%B7%D0%B8%D1%8F.pdf'],
    ['营业执照.pdf', '____.pdf', '%E8%90%A5%E4%B8%9A%E6%89%A7%E7%85%A7.pdf'],
    ['a"b.pdf', 'a_b.pdf', 'a%22b.pdf'],
    ['a\\b.pdf', 'a_b.pdf', 'a_b.pdf'],
    ['../../etc/passwd', '.._.._etc_passwd', '.._.._etc_passwd'],
    ['a\r\nSet-Cookie: x=1.pdf', 'a__Set-Cookie: x=1.pdf', 'a__Set-Cookie%3A%20x%3D1.pdf'],
    ["it's (1)*.pdf", "it's (1)*.pdf", 'it%27s%20%281%29%2A.pdf'],
    ['100%.pdf;x', '100_.pdf_x', '100%25.pdf%3Bx'],
  ]
  let reviewer: Actor
  let application: Awaited<ReturnType<typeof verification>>
  beforeEach(async () => {
    reviewer = await staff(db, 'manager', 'Ольга Кузнецова')
    application = await verification(db, { organizationId: own.id })
  })
  afterEach(() => services.files.clear())

  const answers = async (row: { id: string }, search: string) => {
    const at = `https://x.example/x${search}`
    const given = [
      [ownFile, person, { organizationId: own.id, documentId: row.id }],
      [organizationFile, reviewer, { id: own.id, documentId: row.id }],
      [reviewFile, reviewer, { id: application.id, documentId: row.id }],
    ] as const
    return Promise.all(
      given.map(([loader, actor, params]) => {
        const seen = visit(services, at, { actor, params })
        return loader(seen as never) as Promise<Response>
      }),
    )
  }

  it.each(NAMES)('has exactly the specified headers at every address: %j', async (fileName, plain, encoded) => {
    for (const [mediaType, box] of [
      // WebKit shows a PDF in a sandbox as empty.
      ['application/pdf', ''],
      ['image/png', '; sandbox'],
      ['image/jpeg', '; sandbox'],
    ] as const) {
      const row = await addDocument(db, application, 'pending', { fileName, mediaType })
      await keepFile(services, row, Buffer.from('bytes'))
      for (const [search, how] of [
        ['', 'inline'],
        ['?download', 'attachment'],
      ] as const)
        for (const answer of await answers(row, search)) {
          expect(Object.fromEntries(answer.headers)).toEqual({
            'content-type': mediaType,
            'content-length': '5',
            'content-disposition': `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`,
            'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'${box}`,
            'x-content-type-options': 'nosniff',
            'cross-origin-resource-policy': 'same-origin',
            'cache-control': 'no-store',
          })
          expect(await answer.text()).toBe('bytes')
        }
    }
  })

  it('answers 403 or 404 to everybody it is not meant for, whatever the address says', async () => {
    const row = await addDocument(db, application)
    await keepFile(services, row, Buffer.from('bytes'))
    const stranger = await partner(db, (await organization(db)).id)
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    const other = await verification(db, { organizationId: (await organization(db)).id })
    const asked = (loader: typeof ownFile | typeof reviewFile, actor: Actor, params: Record<string, string>) =>
      answerOf(() => loader(visit(services, '/x', { actor, params }) as never))
    const statuses = await Promise.all([
      asked(ownFile, stranger, { organizationId: own.id, documentId: row.id }),
      asked(ownFile, stranger, { organizationId: stranger.organizationId ?? '', documentId: row.id }),
      asked(ownFile, reviewer, { organizationId: own.id, documentId: row.id }),
      asked(reviewFile, cashier, { id: application.id, documentId: row.id }),
      asked(reviewFile, person, { id: application.id, documentId: row.id }),
      asked(reviewFile, reviewer, { id: other.id, documentId: row.id }),
      asked(reviewFile, reviewer, { id: application.id, documentId: row.storageKey }),
      asked(reviewFile, reviewer, { id: application.id, documentId: '../x' }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 403, 403, 403, 404, 404, 404])
  })
})
