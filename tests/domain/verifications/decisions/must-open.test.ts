import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../../app/db/schema/audit'
import { documents } from '../../../../app/db/schema/documents'
import type { Queries } from '../../../../app/db/engine/database'
import { reviewPeople } from '../../../../app/db/schema/reviews'
import { verifications } from '../../../../app/db/schema/verifications'
import { drawPdf } from '../../../../app/demo/documents/document-pdf'
import type { Actor } from '../../../../app/domain/access'
import { dateProof, isFresh } from '../../../../app/domain/fresh-proof'
import { carryOut } from '../../../../app/domain/verifications/decisions/carry-out.server'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
} from '../../../../app/domain/verifications/decisions/decide.server'
import { readDocumentOf } from '../../../../app/domain/documents/documents.server'
import { takeTransfer } from '../../../../app/domain/documents/transfer.server'
import { documentsToOpen } from '../../../../app/domain/verifications/documents/application-documents'
import { agreeToPrepared } from '../../../../app/domain/verifications/second-person/second-person.server'
import { drawDocument, readDocument } from '../../../../app/domain/verifications/verification-detail.server'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import {
  addDocument,
  keepFile,
  organization,
  permitOf,
  reviewing,
  staff,
  verification,
} from '../../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let olga: Actor
let yerlan: Actor
let opened: Awaited<ReturnType<typeof verification>>
beforeEach(async () => {
  await emptyTables(db)
  olga = await staff(db, 'admin', 'Ольга Ким')
  yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
  const { id: organizationId } = await organization(db)
  opened = await verification(db, { organizationId, status: 'under_review', reviewer: olga })
})

const rule = (more: Partial<typeof reviewPeople.$inferInsert> = {}) =>
  db
    .insert(reviewPeople)
    .values({ type: 'initial_registration', people: 1, mustOpen: true, ...more })
    .onConflictDoUpdate({ target: reviewPeople.type, set: { mustOpen: true, ...more } })
const fresh = (actor: Actor) => {
  const given = dateProof(reviewing({ ...actor, provenAt: services.now() }), services.now())
  if (!isFresh(given)) throw new Error('not fresh')
  return given
}
const at = (version: number) => ({ id: opened.id, version, requestId: 'req' })
const approve = (version = opened.version) =>
  approveVerification(services, reviewing(olga), { ...at(version), notes: null })
const now = async () => (await db.select().from(verifications).where(eq(verifications.id, opened.id)))[0]
const read = async (document: { id: string; storageKey: string }) => {
  await keepFile(services, document, new TextEncoder().encode('%PDF-1.7'))
  const target = { verificationId: opened.id, documentId: document.id, requestId: 'req', isHead: false }
  const file = await readDocument(services, permitOf(olga, 'documents.read'), target)
  if (file && 'content' in file) await file.content.cancel()
}

describe('where every document must be opened before an approval', () => {
  it('an approval is refused with the names of the unopened documents and changes nothing', async () => {
    await rule()
    await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    await addDocument(db, opened, 'verified', { fileName: 'устав.pdf', uploadedAt: services.now() })
    await addDocument(db, opened, 'pending', { fileName: 'license.pdf', openedAt: services.now() })
    expect(await approve()).toMatchObject({
      kind: 'conflict',
      now: {
        because: 'unopened',
        version: opened.version,
        documents: [{ fileName: 'аренда.pdf' }, { fileName: 'устав.pdf' }],
      },
    })
    expect(await now()).toMatchObject({ status: 'under_review', version: opened.version })
    expect((await db.select().from(auditLog)).filter(({ action }) => action === 'verification.approve')).toEqual([])
  })

  it('an approval is refused for a rejected document first, even when another is unopened', async () => {
    await rule()
    await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    await addDocument(db, opened, 'rejected', { fileName: 'устав.pdf', openedAt: services.now() })
    expect(await approve()).toMatchObject({
      kind: 'conflict',
      now: { because: 'document', documents: [{ fileName: 'устав.pdf' }] },
    })
  })

  it('an approval goes through once the last document has been opened', async () => {
    await rule()
    const given = [await addDocument(db, opened), await addDocument(db, opened)]
    for (const document of given) {
      expect(await approve()).toMatchObject({ kind: 'conflict', now: { because: 'unopened' } })
      await read(document)
    }
    expect(await approve()).toMatchObject({ kind: 'done', value: { status: 'approved' } })
  })

  it('a document that cannot be drawn or whose file is gone does not count as opened', async () => {
    await rule()
    const damaged = await addDocument(db, opened)
    const gone = await addDocument(db, opened)
    await keepFile(services, damaged, new TextEncoder().encode('%PDF-1.7 and nothing of it'))
    const reading = permitOf(olga, 'documents.read')
    const target = { verificationId: opened.id, requestId: 'req', isHead: false, wanted: 'pages' as const }
    expect(await drawDocument(services, reading, { ...target, documentId: damaged.id, from: 0 })).toBeNull()
    const { organizationId } = opened
    expect(
      await readDocumentOf(services, reading, { organizationId, documentId: gone.id, requestId: 'req', isHead: false }),
    ).toBeNull()
    expect((await db.select().from(documents)).map(({ openedAt }) => openedAt)).toEqual([null, null])
    expect(await db.$count(auditLog)).toBe(0)
    expect(await approve()).toMatchObject({ kind: 'conflict', now: { because: 'unopened' } })
  })

  it('the file of a document is closed when drawing its pages fails', async () => {
    const document = await addDocument(db, opened, 'pending', { sizeBytes: 8 })
    let isOpen = false
    const open = async () => {
      isOpen = true
      return { sizeBytes: 8, content: new ReadableStream<Uint8Array>({ cancel: () => void (isOpen = false) }) }
    }
    const failing = {
      ...services,
      documents: { ...services.documents, open },
      pages: { ...services.pages, draw: () => Promise.reject(new Error('broke off')) },
    }
    const asked = {
      verificationId: opened.id,
      documentId: document.id,
      requestId: 'req',
      isHead: false,
      wanted: 'pages' as const,
      from: 0,
    }
    await expect(drawDocument(failing, permitOf(olga, 'documents.read'), asked)).rejects.toThrow('broke off')
    expect(isOpen).toBe(false)
  })

  it('a document refused by the session’s transfer limit is closed and does not count as opened', async () => {
    await rule()
    const document = await addDocument(db, opened)
    await keepFile(services, document, new TextEncoder().encode('%PDF-1.7'))
    const target = { verificationId: opened.id, documentId: document.id, requestId: 'req', isHead: false }
    while (takeTransfer(services, olga, 0) === 0);
    const reading = permitOf(olga, 'documents.read')
    let isOpen = true
    const open = async () => ({ sizeBytes: 8, content: new ReadableStream({ cancel: () => void (isOpen = false) }) })
    const given = { ...services, documents: { ...services.documents, open } }
    expect(await readDocument(given, reading, target)).toMatchObject({ waitMs: expect.any(Number) })
    expect(isOpen).toBe(false)
    expect((await db.select().from(documents))[0]?.openedAt).toBeNull()
  })

  it('a document whose pages were drawn counts as opened', async () => {
    await rule()
    const document = await addDocument(db, opened)
    await keepFile(
      services,
      document,
      drawPdf({ state: 'Kazakhstan', title: 'Lease', company: 'Sary Arka', tint: 0, lines: [] }),
    )
    const target = {
      verificationId: opened.id,
      documentId: document.id,
      requestId: 'req',
      isHead: false,
      wanted: 'pages' as const,
    }
    const drawn = await drawDocument(services, permitOf(olga, 'documents.read'), { ...target, from: 0 })
    expect(drawn).toMatchObject({ count: expect.any(Number) })
    expect(await approve()).toMatchObject({ kind: 'done' })
  })

  it('rejecting and asking for more need no opened documents', async () => {
    await rule()
    await addDocument(db, opened)
    const asked = { ...at(opened.version), items: ['A readable lease'] }
    expect(await requestMoreInfo(services, reviewing(olga), asked)).toMatchObject({ kind: 'done' })
    const rejected = { ...at(opened.version + 1), reason: 'Expired' }
    expect(await rejectVerification(services, reviewing(olga), rejected)).toMatchObject({ kind: 'done' })
  })

  it('the rule applies to its own type only, and is off by default', async () => {
    await rule({ type: 'address_change' })
    await addDocument(db, opened)
    expect(await approve()).toMatchObject({ kind: 'done' })
  })

  it('both the first and the second person are refused while a document is unopened', async () => {
    await rule({ people: 2 })
    const document = await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    expect(await approve()).toMatchObject({ kind: 'conflict', now: { because: 'unopened' } })
    await rule({ people: 2, mustOpen: false })
    expect(await approve()).toMatchObject({ kind: 'done', value: { isPrepared: true } })
    await rule({ people: 2 })
    const version = opened.version + 1
    expect(await agreeToPrepared(services, fresh(yerlan), at(version))).toMatchObject({
      kind: 'conflict',
      now: { because: 'unopened', documents: [{ fileName: 'аренда.pdf' }] },
    })
    expect(await now()).toMatchObject({ status: 'under_review', version })
    await read(document)
    expect(await agreeToPrepared(services, fresh(yerlan), at(version))).toMatchObject({
      kind: 'done',
      value: { status: 'approved' },
    })
  })

  it('a document added while an application is approved is not verified with it', async () => {
    await rule()
    await addDocument(db, opened, 'pending', { openedAt: services.now() })
    const also = (tx: Queries) => addDocument(tx, opened).then(() => [])
    const approval = { note: null, items: [], change: () => ({}), also }
    expect(await carryOut(services, reviewing(olga), 'approve', at(opened.version), approval)).toMatchObject({
      kind: 'done',
    })
    const rows = await db.select().from(documents).orderBy(asc(documents.uploadedAt))
    expect(rows.map(({ status }) => status)).toEqual(['verified', 'pending'])
  })
})

describe('the documents that still have to be opened', () => {
  const unopened = {
    type: 'lease_agreement',
    requestsBefore: 0,
    openedAt: null,
    scanState: 'clean',
    fileMissingSince: null,
  } as const
  it.each([
    ['nobody opened it', unopened, 1],
    ['not scanned yet, it can still be downloaded', { ...unopened, scanState: 'unscanned' }, 1],
    ['somebody opened it', { ...unopened, openedAt: new Date(0) }, 0],
    ['it holds a virus, so that nobody can', { ...unopened, scanState: 'infected' }, 0],
    ['its file is gone', { ...unopened, fileMissingSince: new Date(0) }, 0],
  ] as const)('count a document by its state: %s', (_, given, count) =>
    expect(documentsToOpen([given as typeof unopened])).toHaveLength(count),
  )

  it('leave out a document that was replaced after a request for more', () => {
    const newer = { ...unopened, requestsBefore: 1 }
    expect(documentsToOpen([unopened, newer])).toEqual([newer])
  })
})
