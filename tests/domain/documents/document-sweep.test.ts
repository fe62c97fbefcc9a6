import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { documents, strayFiles } from '../../../app/db/schema/documents'
import { sweepDocuments, sweepNightly } from '../../../app/domain/documents/sweep.server'
import { openDocuments } from '../../../app/gateways/documents/documents.server'
import { StoreUnavailable, type DocumentStore } from '../../../app/gateways/ports'
import { openS3Documents } from '../../../app/gateways/documents/s3-documents.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testFolder } from '../../support/folders'
import { startS3 } from '../../support/s3'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { allOf } from '../../support/stored'
import { addDocument, organization, verification } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
const production = (publicOrigin = 'https://console.example.com') => ({ ...testEnv(), isDemo: false, publicOrigin })

describe.each(['disk', 's3'])('with documents on %s', (kind) => {
  let store: DocumentStore
  let services: TestServices
  let ids: { organizationId: string; id: string }
  beforeEach(async () => {
    await emptyTables(db)
    const s3 = kind === 's3' ? await startS3() : null
    store = s3 ? openS3Documents(s3, testFolder()) : openDocuments({ dataDir: testFolder(), s3: null })
    services = await testServices({ documents: store, env: production() })
    services.clock.set(new Date())
    const { id: organizationId } = await organization(db)
    const { id } = await verification(db, { organizationId })
    ids = { organizationId, id }
  })

  const kept = async (more: Partial<typeof documents.$inferInsert> = {}) => {
    const row = await addDocument(db, ids, 'pending', more)
    await store.write(row.storageKey, Buffer.from('bytes'))
    return row
  }
  const keys = async () => (await allOf(store.list())).map(({ key }) => key).toSorted()
  const missingSince = async (id: string) =>
    (await db.select().from(documents).where(eq(documents.id, id)))[0]?.fileMissingSince

  it('documents and files that belong together are left alone', async () => {
    const rows = [await kept(), await kept(), await kept()]
    services.clock.advance(30 * DAY_MS)
    expect(await sweepDocuments(services)).toEqual({ documents: 3, missing: 0, strays: 0, removed: 0 })
    expect(await keys()).toEqual(rows.map(({ storageKey }) => storageKey).toSorted())
  })

  it('a file without a document is noted after a day and removed a week later', async () => {
    const { storageKey } = await kept()
    await store.write(randomUUID(), Buffer.from('nobody’s'))
    services.clock.advance(DAY_MS - 60_000)
    expect(await sweepDocuments(services)).toMatchObject({ strays: 0, removed: 0 })
    services.clock.advance(120_000)
    expect(await sweepDocuments(services)).toMatchObject({ strays: 1, removed: 0 })
    services.clock.advance(6 * DAY_MS)
    expect(await sweepDocuments(services)).toMatchObject({ removed: 0 })
    services.clock.advance(DAY_MS + 1)
    expect(await sweepDocuments(services)).toMatchObject({ removed: 1 })
    expect(await keys()).toEqual([storageKey])
    expect(await db.select().from(strayFiles)).toEqual([])
  })

  it('201 files that the store fails to remove hold up no other, and are tried again', async () => {
    const stuck = Array.from({ length: 201 }, () => `0${randomUUID().slice(1)}`)
    const other = `f${randomUUID().slice(1)}`
    for (const key of [stuck[0] ?? '', other]) await store.write(key, Buffer.from('nobody’s'))
    const seenAt = services.now()
    await db.insert(strayFiles).values([...stuck, other].map((storageKey) => ({ storageKey, seenAt })))
    services.clock.advance(8 * DAY_MS)
    const remove = (key: string) => (key === other ? store.remove(key) : Promise.reject(new Error('versions')))
    expect(await sweepDocuments({ ...services, documents: { ...store, remove } })).toMatchObject({ removed: 1 })
    expect(await keys()).toEqual([stuck[0]])
    expect(await sweepDocuments(services)).toMatchObject({ removed: stuck.length })
    expect(await keys()).toEqual([])
  })

  it('a file whose document came back within the week stays', async () => {
    const storageKey = randomUUID()
    await store.write(storageKey, Buffer.from('bytes'))
    services.clock.advance(2 * DAY_MS)
    await sweepDocuments(services)
    await addDocument(db, ids, 'pending', { storageKey })
    services.clock.advance(8 * DAY_MS)
    expect(await sweepDocuments(services)).toMatchObject({ removed: 0, missing: 0 })
    expect(await keys()).toEqual([storageKey])
  })

  it('a document whose file is missing is marked until the file is back', async () => {
    const { id, storageKey } = await kept()
    const other = await kept()
    await store.remove(storageKey)
    expect(await sweepDocuments(services)).toMatchObject({ documents: 2, missing: 1 })
    expect(await missingSince(id)).toEqual(services.now())
    expect(await missingSince(other.id)).toBeNull()
    await store.write(storageKey, Buffer.from('bytes'))
    expect(await sweepDocuments(services)).toMatchObject({ missing: 0 })
    expect(await missingSince(id)).toBeNull()
  })

  it('a missing file is named once in the log, the number of missing files every night', async () => {
    const { id, storageKey } = await kept()
    await store.remove(storageKey)
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    for (const night of [1, 2]) {
      await sweepDocuments({ ...services, log })
      const said = lines.map((line) => JSON.parse(line) as object).filter((line) => 'documentId' in line)
      expect(said, `night ${night}`).toEqual([expect.objectContaining({ level: 50, documentId: id })])
    }
    const sums = lines.map((line) => JSON.parse(line) as object).filter((line) => 'missing' in line)
    expect(sums).toMatchObject([1, 2].map(() => ({ level: 50, event: 'documents-swept', missing: 1 })))
  })

  it('the leftover file of an infected document is removed, and does not count as missing', async () => {
    await kept({ scanState: 'infected' })
    services.clock.advance(2 * DAY_MS)
    expect(await sweepDocuments(services)).toMatchObject({ documents: 0, missing: 0, strays: 1 })
    services.clock.advance(8 * DAY_MS)
    await sweepDocuments(services)
    expect(await keys()).toEqual([])
  })

  it('a console removes nothing from the store of another one and logs so; the other one still sweeps', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const copy = { ...services, log, env: production('https://staging.example.com') }
    expect(await sweepDocuments(services)).toMatchObject({ strays: 0 })
    const foreign = randomUUID()
    await store.write(foreign, Buffer.from('of the other console'))
    for (const days of [8, 8]) {
      services.clock.advance(days * DAY_MS)
      expect(await sweepDocuments(copy)).toMatchObject({ strays: 0, removed: 0 })
    }
    expect(await keys()).toEqual([foreign])
    const said = lines
      .map((line) => JSON.parse(line) as { event: string })
      .filter(({ event }) => event === 'documents-owner')
    expect(said).toMatchObject([1, 2].map(() => ({ level: 50, origin: 'https://console.example.com' })))
    expect(await sweepDocuments(services)).toMatchObject({ strays: 1 })
    services.clock.advance(8 * DAY_MS)
    expect(await sweepDocuments(copy)).toMatchObject({ removed: 0 })
    expect(await sweepDocuments(services)).toMatchObject({ removed: 1 })
    expect(await keys()).toEqual([])
  })

  it('a demo claims an empty store, on any port, but none with files that nobody has claimed', async () => {
    const stray = randomUUID()
    const sweepAt = (publicOrigin: string) => sweepDocuments({ ...services, env: { ...testEnv(), publicOrigin } })
    await store.write(stray, Buffer.from('perhaps of production'))
    services.clock.advance(2 * DAY_MS)
    expect(await sweepAt('http://localhost:3000')).toMatchObject({ strays: 0 })
    await store.remove(stray)
    await sweepAt('http://localhost:3000')
    await store.write(stray, Buffer.from('of the demo'))
    services.clock.advance(2 * DAY_MS)
    expect(await sweepAt('http://localhost:8080')).toMatchObject({ strays: 1 })
    expect(await sweepDocuments(services)).toMatchObject({ strays: 0 })
  })

  it('documents of more than one block are all compared', async () => {
    const rows = await Promise.all(Array.from({ length: 450 }, () => kept()))
    await store.remove(rows[449]?.storageKey ?? '')
    expect(await sweepDocuments(services)).toMatchObject({ documents: 450, missing: 1 })
  })
})

describe('the nightly sweep', () => {
  it('runs on one replica, while each replica removes what a crash left on its own machine', async () => {
    await emptyTables(db)
    const services = await testServices({ env: { ...testEnv(), limitsFactor: 1000 } })
    const removeAbandoned = vi.spyOn(services.documents, 'removeAbandoned')
    const swept = await Promise.all(Array.from({ length: 5 }, () => sweepNightly(services)))
    expect(swept.filter((one) => one !== null)).toHaveLength(1)
    expect(removeAbandoned).toHaveBeenCalledTimes(5)
    services.clock.advance(21 * 3_600_000)
    expect(await sweepNightly(services)).not.toBeNull()
  })

  it('runs again an hour after the clock was set back by 29 days', async () => {
    await emptyTables(db)
    const services = await testServices()
    services.clock.advance(30 * DAY_MS)
    expect(await sweepNightly(services)).not.toBeNull()
    services.clock.advance(-29 * DAY_MS)
    // A sweep may still be under way.
    expect(await sweepNightly(services)).toBeNull()
    services.clock.advance(3_600_000)
    expect(await sweepNightly(services)).not.toBeNull()
    services.clock.advance(2 * 3_600_000)
    expect(await sweepNightly(services)).toBeNull()
  })

  it('that fails is started again the same night, and only once', async () => {
    await emptyTables(db)
    const services = await testServices({ env: { ...testEnv(), limitsFactor: 1000 } })
    const broken = { ...services, documents: { ...services.documents, list: () => fails() } }
    await expect(sweepNightly(broken)).rejects.toThrow('stopped')
    expect(await sweepNightly(services)).toBeNull()
    services.clock.advance(2 * 3_600_000)
    expect(await sweepNightly(services)).not.toBeNull()
    services.clock.advance(2 * 3_600_000)
    expect(await sweepNightly(services)).toBeNull()
  })

  it('marks no document as missing and removes no file while the store is unreachable', async () => {
    await emptyTables(db)
    const services = await testServices()
    const { id: organizationId } = await organization(db)
    const application = await verification(db, { organizationId })
    await addDocument(db, { organizationId, id: application.id })
    await sweepDocuments(services)
    await db.update(documents).set({ fileMissingSince: null })
    const storageKey = randomUUID()
    await services.documents.write(storageKey, Buffer.from('nobody’s'))
    await db.insert(strayFiles).values({ storageKey, seenAt: new Date(services.now().getTime() - 8 * DAY_MS) })
    const remove = vi.spyOn(services.documents, 'remove')
    services.documents.has = () => Promise.reject(new StoreUnavailable('could not be reached'))
    await expect(sweepDocuments(services)).rejects.toThrow('could not be reached')
    expect((await db.select().from(documents))[0]?.fileMissingSince).toBeNull()
    expect(remove).not.toHaveBeenCalled()
    expect(await db.select({ storageKey: strayFiles.storageKey }).from(strayFiles)).toEqual([{ storageKey }])
  })
})

// eslint-disable-next-line require-yield -- it fails before the first file
async function* fails(): AsyncGenerator<never> {
  throw new Error('stopped')
}
