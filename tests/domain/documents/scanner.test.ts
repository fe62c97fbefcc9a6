import fs from 'node:fs'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { documents } from '../../../app/db/schema/documents'
import { messages } from '../../../app/db/schema/messages'
import { organizations } from '../../../app/db/schema/organizations'
import { users } from '../../../app/db/schema/users'
import { verifications } from '../../../app/db/schema/verifications'
import type { Actor } from '../../../app/domain/access'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { judgeDocument } from '../../../app/domain/organizations/judge-document.server'
import { listMessagesOf } from '../../../app/domain/organizations/organization-messages.server'
import { scanDue, scanWithPauses } from '../../../app/domain/documents/scan.server'
import { approveVerification } from '../../../app/domain/verifications/decisions/decide.server'
import { undoDecision } from '../../../app/domain/verifications/decisions/undo.server'
import { openClamd } from '../../../app/gateways/clamd.server'
import { openS3Documents } from '../../../app/gateways/documents/s3-documents.server'
import { openDocuments } from '../../../app/gateways/documents/documents.server'
import type { DocumentStore } from '../../../app/gateways/ports'
import { loader as ownFile } from '../../../app/routes/organizations/documents/document'
import { loader as reviewFile } from '../../../app/routes/verifications/documents/document'
import { loader as review } from '../../../app/routes/verifications/detail'
import { MARKER, SCANNER_NAME, startScanner, type RunningScanner } from '../../support/clamd'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pdfFile } from '../../support/files'
import { testFolder } from '../../support/folders'
import { answerOf, visit } from '../../support/requests'
import { startS3 } from '../../support/s3'
import { testServices, type TestServices } from '../../support/services'
import { allOf } from '../../support/stored'
import {
  addDocument,
  before,
  keepFile,
  organization,
  partner,
  permitOf,
  staff,
  verification,
} from '../../support/verifications'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../app/durations'

const db = await openTestDatabase()
let scanner: RunningScanner
let folder: string
beforeAll(async () => {
  folder = fs.mkdtempSync('/tmp/gatehouse-clamd-')
  scanner = await startScanner(folder)
})
afterAll(async () => {
  await scanner.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const streamOf = (content: Uint8Array) => new Blob([new Uint8Array(content)]).stream()
const infected = Buffer.concat([pdfFile(), Buffer.from(MARKER)])

describe(`a scan by ${SCANNER_NAME}`, () => {
  const scan = (content: Uint8Array) => openClamd(scanner).scan(streamOf(content))

  it('passes a clean file', async () => expect(await scan(pdfFile())).toBeNull())
  it('passes an empty file', async () => expect(await scan(new Uint8Array())).toBeNull())
  it('passes a file of 10 MB', async () => expect(await scan(Buffer.alloc(10_000_000, 'x'))).toBeNull())
  it('finds a file with the marker, and names the signature', async () =>
    expect(await scan(infected)).toMatch(scanner.finding))
  it('finds the marker at the end of 10 MB', async () =>
    expect(await scan(Buffer.concat([Buffer.alloc(9_900_000, 'x'), Buffer.from(MARKER)]))).toMatch(scanner.finding))
  it('gives each of 20 concurrent files its own verdict', async () => {
    const verdicts = await Promise.all(Array.from({ length: 20 }, (_, n) => scan(n % 2 ? infected : pdfFile())))
    expect(verdicts.map((verdict) => verdict !== null)).toEqual(Array.from({ length: 20 }, (_, n) => n % 2 === 1))
  })
})

describe('a scan without a verdict', () => {
  async function speaking(answer: (socket: net.Socket) => void) {
    const server = net.createServer((socket) => {
      socket.on('error', () => {})
      answer(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    return (silenceLimitMs?: number) =>
      openClamd({ host: '127.0.0.1', port }, silenceLimitMs).scan(streamOf(Buffer.alloc(500_000, 'x')))
  }

  it('fails when the scanner cannot be reached', async () => {
    await expect(openClamd({ host: '127.0.0.1', port: 1 }).scan(streamOf(infected))).rejects.toMatchObject({
      message: 'The virus scanner could not be reached',
      cause: { code: 'ECONNREFUSED' },
    })
  })
  it('fails when the scanner is silent', async () => {
    const scan = await speaking((socket) => socket.resume())
    await expect(scan(200)).rejects.toThrow('was silent for 200 ms')
  })
  it('fails when the scanner closes the connection in the middle', async () => {
    const scan = await speaking((socket) => setTimeout(() => socket.destroy(), 30))
    await expect(scan()).rejects.toThrow('The virus scanner')
  })
  it('fails when the file is too large for the scanner, instead of calling it clean', async () => {
    const scan = await speaking((socket) => socket.end('INSTREAM size limit exceeded. ERROR\0'))
    await expect(scan()).rejects.toThrow('The virus scanner')
  })
  it('fails when the scanner answers something unknown', async () => {
    const scan = await speaking((socket) => {
      socket.resume()
      setTimeout(() => socket.end('stream: OK FOUND nothing\0'), 30)
    })
    await expect(scan()).rejects.toThrow('The virus scanner')
  })
})

describe('a scanner that fails', () => {
  let services: TestServices
  let openedCount: number
  let lines: Record<string, unknown>[]
  let bad: Set<string>
  const made: string[] = []
  beforeEach(async () => {
    await emptyTables(db)
    openedCount = 0
    lines = []
    bad = new Set()
    made.length = 0
    const files = await testServices()
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const open = (key: string) => {
      openedCount += 1
      return files.documents.open(key)
    }
    const scan = async (content: ReadableStream<Uint8Array>) => {
      const text = await new Response(content).text()
      if (!bad.has(text)) return null
      services.clock.advance(15_000)
      throw new Error('The virus scanner was silent')
    }
    services = await testServices({ log, documents: { ...files.documents, open }, scanner: { scan } })
    const { id: organizationId } = await organization(db)
    const application = await verification(db, { organizationId })
    for (let n = 0; n < 10; n++) {
      const document = await addDocument(db, application)
      const { id, storageKey } = document
      await keepFile(services, document, Buffer.from(storageKey))
      made.push(id)
      bad.add(storageKey)
    }
  })
  const stateOf = async (id = '') =>
    (await db.select().from(documents).where(eq(documents.id, id)))[0]?.scanState ?? 'gone'

  it('on every file is asked for 4 files each half minute, and the log says so once', async () => {
    let elapsedMs = 0
    const scan = scanWithPauses(() => elapsedMs)
    for (; elapsedMs < 30_000; elapsedMs += 2000) await scan(services)
    expect(openedCount).toBe(4)
    expect(lines).toMatchObject([{ level: 40, count: 4 }])
    await scan(services)
    expect(openedCount).toBe(8)
    services.clock.advance(30_000)
    elapsedMs += 30_000
    bad.clear()
    await scan(services)
    expect(await Promise.all(made.map(stateOf))).toEqual(made.map(() => 'clean'))
  })

  it('on one file does not keep the others from being scanned', async () => {
    const [oldest] = await db
      .update(documents)
      .set({ uploadedAt: before(9 * DAY_MS) })
      .where(eq(documents.id, made[0] ?? ''))
      .returning()
    bad.clear()
    bad.add(oldest?.storageKey ?? '')
    const scan = scanWithPauses(() => 0)
    for (let turn = 0; turn < 3; turn++) await scan(services)
    expect((await Promise.all(made.map(stateOf))).toSorted()).toEqual([...Array(9).fill('clean'), 'pending'])
  })

  it('is asked first for the files that came first', async () => {
    const hours = [4, 9, 1, 7, 2, 10, 5, 8, 3, 6]
    for (const [n, id] of made.entries())
      await db
        .update(documents)
        .set({ uploadedAt: before((hours[n] ?? 0) * HOUR_MS) })
        .where(eq(documents.id, id))
    await scanDue(services)
    const asked = (await db.select().from(documents)).flatMap(({ id, scanDueAt }) => (scanDueAt ? [id] : []))
    expect(hours.filter((_, n) => asked.includes(made[n] ?? '')).toSorted((a, b) => a - b)).toEqual([7, 8, 9, 10])
  })

  it('on 8 old files does not keep newer ones from being scanned', async () => {
    for (const row of await db.select().from(documents)) if (made.slice(8).includes(row.id)) bad.delete(row.storageKey)
    for (let run = 0; run < 3; run++) await scanDue(services)
    expect(await Promise.all(made.map(stateOf))).toEqual(made.map((_, n) => (n < 8 ? 'pending' : 'clean')))
  })

  it('because its process was killed leaves its files to the others after 3 minutes', async () => {
    bad.clear()
    await new Promise<void>((begun) => {
      const scan = () => {
        begun()
        return new Promise<never>(() => {})
      }
      void scanDue({ ...services, scanner: { scan } })
    })
    expect(await scanDue(services)).toBe(6)
    services.clock.advance(3 * MINUTE_MS - 1)
    expect(await scanDue(services)).toBe(0)
    services.clock.advance(1)
    expect(await scanDue(services)).toBe(4)
  })

  it('is asked again at once after the clock was set back by 30 days', async () => {
    await scanDue(services)
    services.clock.advance(-30 * DAY_MS)
    bad.clear()
    expect(await scanDue(services)).toBe(10)
  })
})

describe.each(['disk', 's3'])('with documents on %s', (kind) => {
  let store: DocumentStore
  let services: TestServices
  let admin: Actor
  let applicant: Actor
  let application: Awaited<ReturnType<typeof verification>>
  beforeEach(async () => {
    await emptyTables(db)
    store =
      kind === 'disk'
        ? openDocuments({ dataDir: testFolder(), s3: null })
        : openS3Documents(await startS3(), testFolder())
    services = await testServices({ documents: store, scanner: openClamd(scanner) })
    admin = await staff(db, 'admin', '李伟')
    const own = await organization(db, { name: 'Дала Жүк' })
    applicant = await partner(db, own.id)
    application = await verification(db, { organizationId: own.id, status: 'under_review', reviewer: admin })
  })

  const kept = async (content: Uint8Array) => {
    const row = await addDocument(db, { organizationId: application.organizationId, id: application.id })
    await keepFile(services, row, content)
    return row
  }
  const stateOf = async (id: string) => (await db.select().from(documents).where(eq(documents.id, id)))[0]
  const opened = async (id: string) => {
    const at = { actor: admin, params: { id: application.id, documentId: id } }
    const answer = await Promise.resolve(reviewFile(visit(services, '/x', at) as never)).catch((thrown) => thrown)
    await answer.body.cancel()
    return { status: answer.status as number, shown: String(answer.headers.get('content-disposition')).split(';')[0] }
  }
  const reviewed = async (id: string) => {
    const path = `/verifications/${application.id}?document=${id}`
    const { data: view } = await review(
      visit(services, path, { actor: admin, params: { id: application.id } }) as never,
    )
    return view.documents?.find((one) => one.id === id)?.fileState
  }

  it('a file is only offered as a download until the scanner has cleared it', async () => {
    const { id } = await kept(pdfFile())
    expect((await opened(id)).shown).toBe('attachment')
    expect(await reviewed(id)).toBe('unscanned')
    expect(await scanDue(services)).toBe(1)
    expect(await stateOf(id)).toMatchObject({ scanState: 'clean', status: 'pending' })
    expect((await opened(id)).shown).toBe('inline')
    expect(await reviewed(id)).toBe('ready')
    expect(await scanDue(services)).toBe(0)
  })

  it('an infected file is deleted, rejected, reported and audited; nobody can open or verify it', async () => {
    const { id, storageKey } = await kept(infected)
    await scanDue(services)
    expect(await stateOf(id)).toMatchObject({ scanState: 'infected', status: 'rejected' })
    expect((await stateOf(id))?.scanFinding).toMatch(scanner.finding)
    expect(await store.open(storageKey)).toBeNull()
    expect(await allOf(store.list())).toEqual([])
    expect((await opened(id)).status).toBe(404)
    const own = visit(services, '/x', {
      actor: applicant,
      params: { organizationId: application.organizationId, documentId: id },
    })
    expect((await answerOf(() => ownFile(own as never))).status).toBe(404)
    expect(await reviewed(id)).toBe('infected')
    const [message] = await db.select().from(messages)
    expect(message).toMatchObject({ kind: 'document_infected', to: applicant.phone, language: 'kk' })
    expect(message).toMatchObject({ organizationId: application.organizationId, verificationId: application.id })
    expect(await deliverDue(services)).toBe(1)
    const [told] = await listMessagesOf(services, permitOf(admin, 'contacts.read'), application.organizationId)
    expect(told).toMatchObject({ kind: 'document_infected', status: 'sent', text: services.delivered[0]?.text })
    const rows = await db.select().from(auditLog).where(eq(auditLog.action, 'document.infected'))
    expect(rows).toMatchObject([
      {
        actorId: null,
        objectId: application.organizationId,
        before: { document: id, status: 'pending' },
        after: { document: id, finding: expect.stringMatching(scanner.finding) },
      },
    ])

    const judged = await judgeDocument(
      services,
      permitOf(admin, 'organizations.edit'),
      { organizationId: application.organizationId, documentId: id, seen: 'rejected', requestId: 'R' },
      { status: 'verified' },
    )
    expect(judged).toMatchObject({ kind: 'conflict', now: { because: 'infected' } })
    const approved = await approveVerification(services, permitOf(admin, 'verifications.review'), {
      id: application.id,
      version: application.version,
      requestId: 'R',
      notes: null,
    })
    expect(approved).toMatchObject({ kind: 'conflict', now: { because: 'document' } })
  })

  it.each([
    ['need_more_info', 'active', true],
    ['need_more_info', 'suspended', false],
    ['pending', 'active', false],
    ['approved', 'active', false],
  ] as const)(
    'for an application %s of an organization %s, news of an infected file offers an upload: %s',
    async (state, status, may) => {
      await db.update(verifications).set({ status: state })
      await db.update(organizations).set({ status })
      await db.update(users).set({ language: 'en' })
      await kept(infected)
      await scanDue(services)
      await deliverDue(services)
      const [message] = services.delivered
      const page = `/organizations/${application.organizationId}/verification-status?application=${application.id}`
      if (may) expect(message?.text).toContain(page)
      else {
        expect(message?.text).not.toMatch(/[Uu]pload|http/)
        expect(message?.text).toContain('we will ask you for a clean copy')
      }
    },
  )

  it('an infected file is told to the organization’s own phone when nobody can sign in', async () => {
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, applicant.id))
    await db.update(organizations).set({ defaultLocale: 'en', status: 'active' })
    await db.update(verifications).set({ status: 'need_more_info' })
    await kept(infected)
    await scanDue(services)
    await deliverDue(services)
    const [message] = services.delivered
    expect(message?.to).toMatch(/^\+7727/)
    expect(message?.text).toMatch(/so it was deleted\.\nTo send a clean copy, contact the platform\.$/)
  })

  it('an infected file approved before its verdict blocks the next approval once the first is undone', async () => {
    const { id } = await kept(infected)
    const reviewing = permitOf(admin, 'verifications.review')
    const target = { id: application.id, requestId: 'R' }
    const approve = (version: number) => approveVerification(services, reviewing, { ...target, version, notes: null })
    expect((await approve(application.version)).kind).toBe('done')
    await scanDue(services)
    expect(await stateOf(id)).toMatchObject({ scanState: 'infected', status: 'verified', reviewedBy: admin.id })
    expect((await undoDecision(services, reviewing, { ...target, version: application.version + 1 })).kind).toBe('done')
    expect(await approve(application.version + 2)).toMatchObject({ kind: 'conflict', now: { because: 'document' } })
  })

  it('the rejection of an infected file names no reviewer, whoever had verified it', async () => {
    const document = await addDocument(db, application, 'verified', {
      reviewedBy: admin.id,
      reviewedAt: services.now(),
    })
    await keepFile(services, document, infected)
    services.clock.advance(1000)
    await scanDue(services)
    expect(await stateOf(document.id)).toMatchObject({
      status: 'rejected',
      reviewedBy: null,
      reviewedAt: services.now(),
    })
  })

  it('an infected file of a setup is told to its organization with a link to the setup', async () => {
    const { organizationId } = application
    const row = await addDocument(db, { organizationId, id: '' }, 'pending', { verificationId: null })
    await keepFile(services, row, infected)
    await scanDue(services)
    const told = await listMessagesOf(services, permitOf(admin, 'contacts.read'), organizationId)
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('/setup/documents')])
    expect(await db.select().from(messages)).toMatchObject([{ verificationId: null }])
  })

  it('while the scanner is unreachable a file waits, is only offered as a download and is tried again', async () => {
    const { id } = await kept(pdfFile())
    const away = { ...services, scanner: openClamd({ host: '127.0.0.1', port: 1 }) }
    expect(await scanDue(away)).toBe(1)
    expect(await stateOf(id)).toMatchObject({ scanState: 'pending' })
    expect(await reviewed(id)).toBe('unscanned')
    expect((await opened(id)).shown).toBe('attachment')
    expect(await scanDue(services)).toBe(0)
    services.clock.advance(31_000)
    expect(await scanDue(services)).toBe(1)
    expect(await stateOf(id)).toMatchObject({ scanState: 'clean' })
  })

  it('four workers scan each file once', async () => {
    for (let n = 0; n < 6; n++) await kept(pdfFile())
    const taken = await Promise.all(Array.from({ length: 4 }, () => scanDue(services)))
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(6)
    expect((await db.select().from(documents)).every(({ scanState }) => scanState === 'clean')).toBe(true)
  })

  it('a document whose file is missing is marked so and shown so to staff', async () => {
    const row = await addDocument(db, { organizationId: application.organizationId, id: application.id })
    await scanDue(services)
    expect((await stateOf(row.id))?.fileMissingSince).toEqual(services.now())
    expect(await reviewed(row.id)).toBe('missing')
    services.clock.advance(DAY_MS)
    expect(await scanDue(services)).toBe(0)
  })

  it('a file of another length than its document gets no verdict and is tried again', async () => {
    const { id, storageKey } = await kept(pdfFile())
    await store.write(storageKey, Buffer.from('<html>busy</html>\n'))
    await scanDue(services)
    expect(await stateOf(id)).toMatchObject({ scanState: 'pending', fileMissingSince: null })
    await store.write(storageKey, pdfFile())
    services.clock.advance(31_000)
    await scanDue(services)
    expect(await stateOf(id)).toMatchObject({ scanState: 'clean' })
  })

  it('without a scanner files are shown in place and none waits', async () => {
    const { id } = await kept(pdfFile())
    services.scanner = null
    expect(await scanDue(services)).toBe(0)
    expect((await opened(id)).shown).toBe('inline')
    expect(await reviewed(id)).toBe('ready')
  })
})
