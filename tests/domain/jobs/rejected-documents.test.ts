import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { documents } from '../../../app/db/schema/documents'
import { legalHolds } from '../../../app/db/schema/personal-data'
import { submissions } from '../../../app/db/schema/reviews'
import { timelineEvents, verifications } from '../../../app/db/schema/verifications'
import { eraseRejectedDocuments } from '../../../app/domain/documents/erase-rejected.server'
import { eraseUnsentDocuments } from '../../../app/domain/documents/erase-unsent.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { emptyTables, openTestDatabase, ownerOf, statementsOf } from '../../support/database'
import { addUser } from '../../support/people'
import { scansOf } from '../../support/plans'
import { testServices, type TestServices } from '../../support/services'
import { addDocument, organization, partner, verification } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  await addUser(db)
})

/** The object with one method replaced. */
const withMethod = <Of extends object, Name extends keyof Of>(of: Of, method: Name, instead: unknown): Of =>
  new Proxy(of, { get: (target, name) => (name === method ? instead : Reflect.get(target, name, target)) })

const yearsAgo = (years: number) => new Date(services.now().getTime() - years * 366 * DAY_MS)

describe('documents', () => {
  const put = async (
    status: 'rejected' | 'approved' | 'pending',
    organizationId: string,
    type = 'initial_registration',
  ) => {
    const reviewedAt = status === 'pending' ? null : yearsAgo(2)
    const application = await verification(db, {
      organizationId,
      status,
      reviewedAt,
      submittedAt: yearsAgo(3),
      type: type as 'initial_registration',
    })
    const document = await addDocument(db, application)
    services.files.set(document.storageKey, new Uint8Array([1]))
    return { application, document }
  }
  const addEvent = (verificationId: string, event: 'resubmitted', actorId: string) =>
    db.insert(timelineEvents).values({ verificationId, event, actorId, at: yearsAgo(2.5), version: 9 })
  const left = async () => (await db.select({ id: documents.id }).from(documents)).map(({ id }) => id)

  it('of rejected applications are erased; those of open and approved ones, and unsent ones, stay', async () => {
    const { id: organizationId } = await organization(db)
    const gone = await put('rejected', organizationId)
    const approved = await put('approved', organizationId, 'address_change')
    const open = await put('pending', organizationId)
    const unsent = await addDocument(db, gone.application, 'pending', { verificationId: null })
    await tidyUp(services)
    expect((await left()).toSorted()).toEqual([approved.document.id, open.document.id, unsent.id].toSorted())
    expect(services.files.has(gone.document.storageKey)).toBe(false)
    expect(services.files.size).toBe(2)
  })

  it.each([
    ['approved', true],
    ['pending', true],
    ['rejected', false],
  ] as const)(
    'of a rejected application that a later %s one was also sent with are kept: %s',
    async (status, isKept) => {
      const { id: organizationId } = await organization(db)
      const first = await put('rejected', organizationId)
      const later = await put(status, organizationId, 'address_change')
      const { id, type, fileName } = first.document
      await db.insert(submissions).values({
        verificationId: later.application.id,
        version: 1,
        submittedAt: yearsAgo(2),
        fields: {},
        documents: [{ id, type, fileName }],
      })
      await tidyUp(services)
      expect((await left()).includes(id)).toBe(isKept)
      expect(services.files.has(first.document.storageKey)).toBe(isKept)
    },
  )

  it.each([
    ['submitted', 'sender', true],
    ['resubmitted', 'answerer', true],
    ['resubmitted', 'nobody of them', false],
  ] as const)(
    'of a rejected application that was %s with a legal hold on the %s are kept until it is lifted: %s',
    async (_, heldPerson, isKept) => {
      const { id: organizationId } = await organization(db)
      const { application, document } = await put('rejected', organizationId)
      const [sender, answerer, other] = [
        await partner(db, organizationId),
        await partner(db, organizationId),
        await partner(db, organizationId),
      ]
      await db.update(verifications).set({ submittedBy: sender.id }).where(eq(verifications.id, application.id))
      await addEvent(application.id, 'resubmitted', answerer.id)
      const held = heldPerson === 'sender' ? sender : heldPerson === 'answerer' ? answerer : other
      const hold = { userId: held.id, reason: 'A court asks', setBy: sender.id, setAt: services.now() }
      await db.insert(legalHolds).values(hold)
      await tidyUp(services)
      expect((await left()).includes(document.id)).toBe(isKept)
      await db.delete(legalHolds)
      await tidyUp(services)
      expect(await left()).toEqual([])
    },
  )

  it('leave one audit entry that tells how many were erased and of which application, and nothing else', async () => {
    const { id: organizationId } = await organization(db)
    const { application } = await put('rejected', organizationId)
    await addDocument(db, application)
    await tidyUp(services)
    await tidyUp(services)
    const [entry, ...others] = await db.select().from(auditLog)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      action: 'document.erase',
      actorId: null,
      objectType: 'organization',
      objectId: organizationId,
    })
    expect([entry?.before, entry?.after, entry?.reason]).toEqual([
      null,
      { verification: application.id, documents: 2 },
      null,
    ])
  })

  it('that somebody else erases at the same moment are not audited twice', async () => {
    const { id: organizationId } = await organization(db)
    const { application } = await put('rejected', organizationId)
    let isFirst = true
    const nothing = { where: () => ({ returning: () => Promise.resolve([]) }) }
    const overtaken = withMethod(db, 'transaction', (work: Parameters<typeof db.transaction>[0]) =>
      db.transaction((tx) => work(isFirst && !(isFirst = false) ? withMethod(tx, 'delete', () => nothing) : tx)),
    )
    await eraseRejectedDocuments({ ...services, db: overtaken }, yearsAgo(1))
    expect(await left()).toEqual([])
    expect(await db.select().from(auditLog)).toMatchObject([{ after: { verification: application.id, documents: 1 } }])
  })

  it('leave no file name in what was sent, even of a file that the applicant had taken back before', async () => {
    const { id: organizationId } = await organization(db)
    const { application, document } = await put('rejected', organizationId)
    const [type, fileName] = ['business_license', 'passport of Dana.pdf'] as const
    await db.insert(submissions).values({
      verificationId: application.id,
      version: 1,
      submittedAt: yearsAgo(3),
      fields: {},
      documents: [document.id, randomUUID()].map((id) => ({ id, type, fileName })),
    })
    await tidyUp(services)
    const [row] = await db.select().from(submissions)
    expect(row?.documents.map((sent) => sent.fileName)).toEqual(['', ''])
  })

  it('are erased even when the store does not remove their file, which is left to the sweep', async () => {
    const { id: organizationId } = await organization(db)
    const { document } = await put('rejected', organizationId)
    const { documents: store } = services
    const away = { ...store, remove: () => Promise.reject(new Error('away')) }
    await tidyUp({ ...services, documents: away })
    expect(await left()).toEqual([])
    expect(services.files.has(document.storageKey)).toBe(true)
  })

  const readToFind = async (name: string, work: () => Promise<void>): Promise<number> => {
    await ownerOf(db).execute(sql`vacuum analyze documents, organizations, verifications`)
    const found = (await statementsOf(work)).filter(({ text }) => text.endsWith('skip locked'))
    expect(found.length).toBeGreaterThan(DUE)
    let total = 0
    for (const statement of found)
      for (const { table, rows } of await scansOf(db, statement, true)) if (table === name) total += rows
    return total
  }

  const PASSED = 1100
  const DUE = 3

  it('are found in one walk of the rejected applications, even when 1,100 of these have none left', async () => {
    const { id: organizationId } = await organization(db)
    await ownerOf(db).execute(sql`insert into verifications (organization_id, type, status, submitted_at, reviewed_at)
      select ${organizationId}, 'address_change', 'rejected', at, at
      from (select ${yearsAgo(3).toISOString()}::timestamptz + n * interval '1 minute' as at from generate_series(1, ${PASSED}) n) as n`)
    for (let n = 0; n < DUE; n += 1) await put('rejected', organizationId)
    expect(await readToFind('verifications', () => eraseRejectedDocuments(services, yearsAgo(1)))).toBeLessThan(
      1.5 * PASSED,
    )
    expect(await left()).toEqual([])
  })

  it('that were never sent are found in one walk, even past 1,100 of another organization that stay', async () => {
    const { id: approved } = await organization(db, { status: 'approved' })
    const keep = { organizationId: approved, id: '' }
    const { id: kept } = await addDocument(db, keep, 'pending', { verificationId: null, uploadedAt: yearsAgo(3) })
    await ownerOf(db)
      .execute(sql`insert into documents (organization_id, type, file_name, media_type, size_bytes, storage_key, status, uploaded_at)
      select organization_id, type, file_name, media_type, size_bytes, storage_key || n, status, uploaded_at + n * interval '1 minute'
      from documents, generate_series(1, ${PASSED}) n where id = ${kept}`)
    for (let n = 0; n < DUE; n += 1) {
      const { id: organizationId } = await organization(db, { status: 'draft' })
      await addDocument(db, { organizationId, id: '' }, 'pending', { verificationId: null, uploadedAt: yearsAgo(2) })
    }
    expect(await readToFind('documents', () => eraseUnsentDocuments(services, yearsAgo(1)))).toBeLessThan(1.5 * PASSED)
    expect(await db.$count(documents)).toBe(PASSED + 1)
  })
})
