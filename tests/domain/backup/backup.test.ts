import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { getTableName, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { listMiscounts } from '../../../app/db/counts'
import type { Database } from '../../../app/db/engine/database'
import { applyMigrations, neededMigrations } from '../../../app/db/engine/migrations.server'
import { createEmbeddedPostgres } from '../../../app/db/engine/pglite/embedded-postgres.server'
import { readRows } from '../../../app/db/engine/sql'
import { documents } from '../../../app/db/schema/documents'
import { users } from '../../../app/db/schema/users'
import { seedDemo } from '../../../app/demo/demo.server'
import { anchorPublicKeys } from '../../../app/domain/audit/anchor-key.server'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { checkChain } from '../../../app/domain/audit/check-chain.server'
import { removeOldAudit } from '../../../app/domain/audit/remove-old.server'
import { readArchive, writeArchive } from '../../../app/domain/backup/archive.server'
import { backUp } from '../../../app/domain/backup/back-up.server'
import { restore } from '../../../app/domain/backup/restore.server'
import { openedAudit } from '../../support/audit'
import {
  emptiedDatabase,
  emptyTables,
  openEmptyDatabase,
  openTestDatabase,
  ownerOf,
  TABLES,
} from '../../support/database'
import { testFolder } from '../../support/folders'
import { memoryStore } from '../../support/memory-store'
import { testEnv } from '../../support/services'
import { StoreUnavailable } from '../../../app/gateways/ports'

const db = await openTestDatabase()
const emptied = emptiedDatabase()
const isEmbedded = ownerOf(db) === db
const NOW = new Date('2026-03-02T09:00:00.123Z')
const now = () => NOW
const env = testEnv()
const anchorKeys = anchorPublicKeys(env)
const somebody = { username: 'Aru', phone: '+77015550001', status: 'active', createdAt: NOW } as const

let files: Map<string, Uint8Array>
let folder: string
let file: string
const documentsHere = () => memoryStore(files, folder)

beforeEach(() => {
  folder = testFolder()
  file = path.join(folder, 'backup')
})

/** Every row of every table as the database writes it, apart from what the command itself reads. */
async function everything(of: Database) {
  const all: Record<string, unknown[]> = {}
  for (const name of TABLES.map((table) => getTableName(table))) {
    const rows = await readRows<{ row: string }>(
      of,
      sql`select ${sql.identifier(name)}::text as row from ${sql.identifier(name)}`,
    )
    all[name] = rows.map(({ row }) => row).toSorted()
  }
  return all
}

const digests = (of: Map<string, Uint8Array>) =>
  [...of].map(([key, content]) => `${key} ${createHash('sha256').update(content).digest('hex')}`).toSorted()

describe('a backup of a working platform', () => {
  const written = path.join(fs.mkdtempSync(path.join(inject('scratch'), 'backup-')), 'backup')
  /** For tests that only need a finished backup. */
  const takeBackup = () => fs.copyFileSync(written, file)

  beforeAll(async () => {
    files = new Map()
    await emptyTables(db)
    await seedDemo({ env: { isDemo: true }, db, documents: memoryStore(files, os.tmpdir()), now })
    const [{ id = '' } = {}] = await db.select({ id: users.id }).from(users).limit(1)
    const entry = { at: NOW, actor: null, action: 'user.settings', objectType: 'user', requestId: 'R' } as const
    await recordAudit(db, { ...entry, at: new Date('2001-01-01'), objectId: id })
    await removeOldAudit({ db, env, now }, new Date('2002-01-01'))
    await recordAudit(db, { ...entry, objectId: id, after: { username: 'Гүлнар' } })
    await backUp({ db, documents: memoryStore(files, os.tmpdir()), now, anchorKeys }, written)
  })

  it.each(isEmbedded ? (['embedded'] as const) : (['embedded', 'the same storage'] as const))(
    'restores all rows, documents, counts and the audit chain unchanged: %s',
    async (kind) => {
      const saved = await backUp({ db, documents: documentsHere(), now, anchorKeys }, file)
      expect(saved.end.withoutFile).toEqual([])
      expect(fs.statSync(file).mode & 0o777).toBe(0o600)
      const target = await openEmptyDatabase(kind)
      const restored = new Map<string, Uint8Array>()
      expect(await restore({ db: target, documents: memoryStore(restored, folder) }, file)).toEqual(saved)
      expect(await everything(target)).toEqual(await everything(db))
      expect(digests(restored)).toEqual(digests(files))
      expect(await checkChain(target, { keys: anchorKeys })).toMatchObject({
        broken: null,
        removed: 1,
        head: saved.manifest.chain.head,
      })
      expect(await listMiscounts(target)).toEqual([])
      expect((await openedAudit(target)).at(-1)?.after).toEqual({ username: 'Гүлнар' })
    },
  )

  it('restores a database that chains its audit rows, keeps its counts and refuses changes as before', async () => {
    takeBackup()
    const target = await openEmptyDatabase('the same storage')
    await restore({ db: target, documents: memoryStore(new Map(), folder) }, file)
    await expect(target.execute(sql`update audit_log set reason = 'another'`)).rejects.toThrow()
    await expect(target.execute(sql`update documents set organization_id = ${randomUUID()}`)).rejects.toThrow()
    const { rowCount, removed } = await checkChain(target, { keys: anchorKeys })
    await target.execute(
      sql`insert into audit_log (at, actor_id, role, act, object_type, object_id, request_id)
        select at, actor_id, role, act, object_type, object_id, request_id from audit_log where position = ${rowCount + removed}`,
    )
    expect(await checkChain(target, { keys: anchorKeys })).toMatchObject({ broken: null, rowCount: rowCount + 1 })
    await target.execute(sql`update users set status = 'inactive' where status = 'active'`)
    expect(await listMiscounts(target)).toEqual([])
  })

  it('names the documents whose files are missing from the store', async () => {
    const [key = ''] = files.keys()
    const without = new Map([...files].filter(([one]) => one !== key))
    const { end } = await backUp({ db, documents: memoryStore(without, folder), now, anchorKeys }, file)
    expect(end.withoutFile).toEqual([key])
    expect(end.documents).toBe(files.size - 1)
  })

  it('is complete when documents break off in the middle, because each is read again', async () => {
    const store = documentsHere()
    const broken = new Map<string, number>()
    const [first = '', , third = ''] = files.keys()
    const open = async (key: string) => {
      const times = broken.get(key) ?? 0
      if (![first, third].includes(key) || times === 2) return store.open(key)
      broken.set(key, times + 1)
      const content = new ReadableStream<Uint8Array>({
        start: (to) => to.enqueue(Buffer.from('half')),
        pull: (to) => to.error(new StoreUnavailable('broke off in the middle of a document')),
      })
      return { sizeBytes: 1000, content }
    }
    const { end } = await backUp({ db, documents: { open }, now, anchorKeys }, file)
    expect(broken.size).toBe(2)
    expect(end.documents).toBe(files.size)
    const target = await emptied()
    const restored = new Map<string, Uint8Array>()
    await restore({ db: target, documents: memoryStore(restored, folder) }, file)
    expect(digests(restored)).toEqual(digests(files))
  })

  it('is not written when a document cannot be read, and the error names the document', async () => {
    const failing = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
    const open = async () => ({
      sizeBytes: 1000,
      content: new ReadableStream<Uint8Array>({ pull: (to) => to.error(failing) }),
    })
    await expect(backUp({ db, documents: { open }, now, anchorKeys }, file)).rejects.toMatchObject({
      name: 'UnusableBackup',
      message: expect.stringMatching(/^The document \S+ cannot be read: EIO: i\/o error, read$/),
    })
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('holds the state of one instant, whatever is written meanwhile', async () => {
    const store = documentsHere()
    let isWritten = false
    const open = async (key: string) => {
      if (!isWritten) await db.update(documents).set({ fileName: 'renamed meanwhile.pdf' })
      isWritten = true
      return store.open(key)
    }
    const before = await everything(db)
    await backUp({ db, documents: { open }, now, anchorKeys }, file)
    const target = await emptied()
    await restore({ db: target, documents: memoryStore(new Map(), folder) }, file)
    expect(isWritten).toBe(true)
    expect(await everything(target)).toEqual(before)
  })

  it('is restored as a whole or not at all', { timeout: 180_000 }, async () => {
    takeBackup()
    const whole = fs.readFileSync(file)
    const tar = gunzipSync(whole)
    const changed = (from: string, to: string) => {
      expect(to).toHaveLength(from.length)
      expect(tar.includes(from)).toBe(true)
      return gzipSync(Buffer.from(tar.toString('latin1').replace(from, to), 'latin1'))
    }
    const [first = 0] = neededMigrations()
    const damaged: [Buffer, RegExp][] = [
      [whole.subarray(0, whole.length / 2), /not a whole backup: unexpected end/],
      [gzipSync(tar.subarray(0, tar.lastIndexOf('end.json'))), /not a whole backup/],
      [gzipSync(tar.subarray(0, tar.indexOf('documents/'))), /not a whole backup/],
      [
        changed('"phone":"+77010000001"', '"phone":"+77010009991"'),
        /users is not what the backup says: \d+ rows of \d+, but not the same/,
      ],
      [
        changed('"act":"verification.approve"', '"act":"verification.rejects"'),
        /audit_log is not what the backup says/,
      ],
      [changed('tables/users/', 'tables/usesr/'), /a table that is not known: usesr/],
      [changed('{"id":"', '["id":"'), /has rows of \w+ that the database does not take/],
      [changed(`${first}`, `${first + 1}`), /restore it with the version that made it/],
      [gzipSync(Buffer.alloc(0)), /not a whole backup/],
      [Buffer.from('a letter'), /not a whole backup/],
    ]
    const target = await emptied()
    const before = await everything(target)
    for (const [backup, message] of damaged) {
      fs.writeFileSync(file, backup)
      const restored = new Map<string, Uint8Array>()
      await expect(restore({ db: target, documents: memoryStore(restored, folder) }, file)).rejects.toThrow(message)
      expect(restored.size, String(message)).toBe(0)
      expect(await everything(target), String(message)).toEqual(before)
    }
    await expect(target.execute(sql`delete from audit_head`)).rejects.toThrow()
    fs.rmSync(file)
    await expect(restore({ db: target, documents: memoryStore(new Map(), folder) }, file)).rejects.toThrow(
      /cannot be opened/,
    )
  })

  /** The backup with other content in the first entry whose name begins so; null leaves that entry out. */
  const rewriteFirst = (prefix: string, change: (whole: Uint8Array) => Uint8Array | null) =>
    writeArchive(file, async (add) => {
      let isChanged = false
      for await (const entry of readArchive(written)) {
        const whole = await entry.read()
        const isFirst: boolean = !isChanged && entry.name.startsWith(prefix)
        isChanged ||= isFirst
        const content = isFirst ? change(whole) : whole
        if (content) await add(entry.name, content.byteLength, [content])
      }
    })

  const OTHER_NUMBER = /says \d+ documents of \d+ bytes and holds \d+ of \d+$/
  it.each<[what: string, damage: (whole: Uint8Array) => Uint8Array | null, message: RegExp]>([
    ['lacks a document', () => null, OTHER_NUMBER],
    ['has a document cut short', (whole) => whole.subarray(0, -1), OTHER_NUMBER],
    [
      'has one other byte in a document',
      (whole) => whole.with(200, (whole[200] ?? 0) ^ 1),
      /^The documents are not what the backup says: \d+ of \d+ bytes, but not the same$/,
    ],
  ])('that %s is not restored', async (_what, damage, message) => {
    await rewriteFirst('documents/', damage)
    const restored = new Map<string, Uint8Array>()
    const target = await emptied()
    const before = await everything(target)
    await expect(restore({ db: target, documents: memoryStore(restored, folder) }, file)).rejects.toThrow(message)
    expect(restored.size).toBe(0)
    expect(await everything(target)).toEqual(before)
  })

  it('from a release that stored no checksum of the documents is restored, unless a document is missing', async () => {
    const withoutSum = (counted: (documents: number) => number) =>
      rewriteFirst('end.json', (whole) => {
        const { documentsSum, ...end } = JSON.parse(Buffer.from(whole).toString())
        expect(documentsSum).toMatch(/^[0-9a-f]{64}$/)
        return Buffer.from(JSON.stringify({ ...end, documents: counted(end.documents) }))
      })
    await withoutSum((documents) => documents + 1)
    const restored = new Map<string, Uint8Array>()
    await expect(restore({ db: await emptied(), documents: memoryStore(restored, folder) }, file)).rejects.toThrow(
      OTHER_NUMBER,
    )
    expect(restored.size).toBe(0)
    fs.rmSync(file)
    await withoutSum((documents) => documents)
    await restore({ db: await emptied(), documents: memoryStore(restored, folder) }, file)
    expect(digests(restored)).toEqual(digests(files))
  })

  it('whose restore breaks off leaves no rows, and the next try names a file the store failed to remove', async () => {
    const told = new AbortController()
    const restored = new Map<string, Uint8Array>()
    const store = memoryStore(restored, folder)
    let isRefused = false
    const breaking = {
      ...store,
      write: async (key: string, content: Uint8Array) => {
        await store.write(key, content)
        if (restored.size === 3) told.abort(new Error('Broken off'))
      },
      remove: async (key: string) => {
        if (!isRefused) {
          isRefused = true
          throw new Error('The store is away')
        }
        await store.remove(key)
      },
    }
    takeBackup()
    const target = await emptied()
    const place = { db: target, documents: breaking }
    await expect(restore(place, file, told.signal)).rejects.toThrow('Broken off')
    expect(await target.$count(users)).toBe(0)
    const [left = ''] = restored.keys()
    expect([...restored]).toHaveLength(1)
    await expect(restore(place, file)).rejects.toThrow(`it holds ${left}; if a restore was broken off here`)
    await store.remove(left)
    expect((await restore(place, file)).end.documents).toBe(files.size)
  })

  it('is not restored into a database or a store that is not empty', async () => {
    takeBackup()
    const before = await everything(db)
    await expect(restore({ db: ownerOf(db), documents: memoryStore(new Map(), folder) }, file)).rejects.toThrow(
      /database is not empty: .* has \d+ rows/,
    )
    expect(await everything(db)).toEqual(before)
    const target = await emptied()
    await expect(restore({ db: target, documents: documentsHere() }, file)).rejects.toThrow(/store is not empty/)
    expect(await target.$count(users)).toBe(0)
  })

  it.each<[string, string, (target: Database) => Promise<unknown>]>([
    ['a file that is not there', 'cannot be opened', async () => fs.rmSync(file)],
    ['a file that is no backup', 'not a whole backup', async () => fs.writeFileSync(file, 'a letter')],
    ['a database with rows', 'users has 1 rows', (target) => target.insert(users).values(somebody)],
  ])('restores nothing and migrates nothing, given %s', async (_, message, spoil) => {
    takeBackup()
    const target = await emptied()
    await spoil(target)
    const migrate = vi.fn()
    const place = { db: target, documents: memoryStore(new Map(), folder), migrate }
    await expect(restore(place, file)).rejects.toThrow(message)
    expect(migrate).not.toHaveBeenCalled()
  })

  it('is not restored when the disk is full, and the error says so', async () => {
    takeBackup()
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    })
    const target = await emptied()
    const store = { ...memoryStore(new Map(), folder), write: () => Promise.reject(full) }
    await expect(restore({ db: target, documents: store }, file)).rejects.toMatchObject({
      name: 'UnusableBackup',
      message: expect.stringMatching(/^The document \S+ cannot be written: ENOSPC: no space left on device, write$/),
    })
    expect(await target.$count(users)).toBe(0)
  })

  it('is restored into a database that was never migrated, by migrating it first', { timeout: 120_000 }, async () => {
    takeBackup()
    const client = await createEmbeddedPostgres({})
    onTestFinished(() => client.close())
    const target = drizzle(client)
    const place = { db: target, documents: memoryStore(new Map(), folder), migrate: () => applyMigrations(target) }
    expect((await restore(place, file)).end.documents).toBe(files.size)
    expect(await target.$count(users)).toBe(await db.$count(users))
  })

  it('replaces no existing file, and leaves no file when it fails', async () => {
    fs.writeFileSync(file, 'kept')
    await expect(backUp({ db, documents: documentsHere(), now, anchorKeys }, file)).rejects.toThrow(/is there already/)
    expect(fs.readFileSync(file, 'utf8')).toBe('kept')
    const open = () => Promise.reject(new Error('The store is away'))
    await expect(backUp({ db, documents: { open }, now, anchorKeys }, `${file}-2`)).rejects.toThrow('The store is away')
    expect(fs.readdirSync(folder)).toEqual(['backup'])
  })

  it('leaves nothing when it is broken off, and the next one names the remains of a killed one', async () => {
    const told = new AbortController()
    const store = documentsHere()
    const open = (key: string) => {
      told.abort(new Error('Broken off'))
      return store.open(key)
    }
    await expect(backUp({ db, documents: { open }, now, anchorKeys }, file, told.signal)).rejects.toThrow('Broken off')
    expect(fs.readdirSync(folder)).toEqual([])
    fs.writeFileSync(`${file}.unfinished`, 'half of one')
    await expect(backUp({ db, documents: store, now, anchorKeys }, file)).rejects.toThrow(
      /backup\.unfinished is there: a backup is under way, or one was broken off; then remove it/,
    )
    expect(fs.readdirSync(folder)).toEqual(['backup.unfinished'])
  })
})

describe('the file of a backup', () => {
  const write = (meanwhile = () => {}) =>
    writeArchive(file, async (add) => {
      await add('a', 5, [Buffer.from('whole')])
      meanwhile()
    })
  const content = async () => {
    const texts: string[] = []
    for await (const entry of readArchive(file)) texts.push(`${entry.name} ${(await entry.read()).toString()}`)
    return texts
  }
  const withoutLinks = (code: string) =>
    vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error(`${code}: link`), { code, syscall: 'link' })
    })
  afterEach(() => void vi.restoreAllMocks())

  it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('is written even on a file system without links (%s)', async (code) => {
    withoutLinks(code)
    await write()
    expect(await content()).toEqual(['a whole'])
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder)).toEqual(['backup'])
  })

  it.each([true, false])('does not replace a file that appeared meanwhile; with links: %s', async (hasLinks) => {
    if (!hasLinks) withoutLinks('EPERM')
    await expect(write(() => fs.writeFileSync(file, 'kept'))).rejects.toThrow(/is there already/)
    expect(fs.readFileSync(file, 'utf8')).toBe('kept')
    expect(fs.readdirSync(folder)).toEqual(['backup'])
  })

  it('leaves nothing behind on a full disk, and the error says so', async () => {
    vi.spyOn(fs, 'write').mockImplementation(((...given: unknown[]) => {
      const done = given.at(-1) as (error: Error) => void
      done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }))
    }) as typeof fs.write)
    await expect(write()).rejects.toThrow(`${file} cannot be written: ENOSPC: no space left on device`)
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('is on the disk before it gets its name', async () => {
    const steps: string[] = []
    const { fsync, linkSync } = fs
    vi.spyOn(fs, 'fsync').mockImplementation((handle, done) =>
      fsync(handle, (error) => (steps.push('disk'), done(error))),
    )
    vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => (steps.push('name'), linkSync(from, to)))
    await write()
    expect(steps).toEqual(['disk', 'name'])
  })
})
