import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDocuments } from '../../app/gateways/documents/documents.server'
import { HOUR_MS } from '../../app/durations'
import { testFolder } from '../support/folders'
import { allOf, contentOf } from '../support/stored'

const KEY = '0f0e0d0c-1111-4222-8333-444455556666'
const filesIn = (folder: string) =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

it('a document is read as it was written, and only its owner may read the file', async () => {
  const dataDir = testFolder()
  const store = openDocuments({ dataDir, s3: null })
  await store.write(KEY, new Uint8Array([0, 1, 255]))
  expect([...((await contentOf(store, KEY)) ?? [])]).toEqual([0, 1, 255])
  expect(fs.statSync(path.join(dataDir, 'documents', KEY.slice(0, 2), KEY)).mode & 0o777).toBe(0o600)
})

it('opening a document that does not exist gives null', async () => {
  expect(await openDocuments({ dataDir: testFolder(), s3: null }).open(KEY)).toBeNull()
})

it.each([
  '',
  '../session-secret',
  '..',
  'a/b',
  'ABCDEFGHIJKLMNOPQRST',
  `${KEY}/../x`,
  `${KEY}.tmp`,
  'x'.repeat(65),
  `${KEY}\0`,
])('the key %j is refused', async (key) => {
  const store = openDocuments({ dataDir: testFolder(), s3: null })
  await expect(async () => store.open(key)).rejects.toThrow('Malformed document key')
  await expect(async () => store.write(key, new Uint8Array())).rejects.toThrow('Malformed document key')
})

it('a write that fails leaves no file behind', async () => {
  const dataDir = testFolder()
  fs.mkdirSync(path.join(dataDir, 'documents', KEY.slice(0, 2), KEY), { recursive: true })
  await expect(openDocuments({ dataDir, s3: null }).write(KEY, new Uint8Array([1]))).rejects.toThrow()
  expect(filesIn(dataDir)).toEqual([])
})

it('an abandoned upload is removed after an hour, even beside a file that vanishes meanwhile', async () => {
  const dataDir = testFolder()
  const { removeAbandoned } = openDocuments({ dataDir, s3: null })
  await removeAbandoned()
  const folder = path.join(dataDir, 'documents', 'incoming')
  fs.mkdirSync(folder, { recursive: true })
  fs.symlinkSync(path.join(dataDir, 'gone'), path.join(folder, 'gone.part'))
  for (const name of ['old.part', 'under-way.part', 'notes.txt'])
    fs.writeFileSync(path.join(folder, name), 'a passport')
  for (const [name, hours] of [
    ['old.part', 1.2],
    ['under-way.part', 0.8],
    ['notes.txt', 1.2],
  ] as const) {
    const begunAt = new Date(Date.now() - hours * HOUR_MS)
    fs.utimesSync(path.join(folder, name), begunAt, begunAt)
  }
  await removeAbandoned()
  expect(fs.readdirSync(folder).toSorted()).toEqual(['gone.part', 'notes.txt', 'under-way.part'])
})

describe('a file being received', () => {
  const content = async function* (...texts: string[]) {
    for (const text of texts) yield Buffer.from(text)
  }
  const open = () => {
    const dataDir = testFolder()
    return { dataDir, store: openDocuments({ dataDir, s3: null }) }
  }

  it('is kept under its key as it came', async () => {
    const { dataDir, store } = open()
    const incoming = await store.receive(content('one ', 'two'), 7)
    if (incoming === 'too-large') throw new Error('it fits')
    expect(incoming.sizeBytes).toBe(7)
    expect(fs.statSync(incoming.path).mode & 0o777).toBe(0o600)
    expect(await store.open(KEY)).toBeNull()
    await incoming.keep(KEY)
    await incoming.drop()
    expect((await contentOf(store, KEY))?.toString()).toBe('one two')
    expect(filesIn(dataDir)).toHaveLength(1)
    await store.remove(KEY)
    expect(filesIn(dataDir)).toEqual([])
  })

  it('leaves nothing behind when it is dropped', async () => {
    const { dataDir, store } = open()
    const incoming = await store.receive(content('one'), 7)
    if (incoming === 'too-large') throw new Error('it fits')
    await incoming.drop()
    expect(filesIn(dataDir)).toEqual([])
  })

  it('leaves nothing behind when there is more of it than the limit', async () => {
    const { dataDir, store } = open()
    expect(await store.receive(content('one ', 'two'), 6)).toBe('too-large')
    expect(filesIn(dataDir)).toEqual([])
  })

  it('leaves nothing behind when its stream breaks', async () => {
    const { dataDir, store } = open()
    const broken = async function* () {
      yield Buffer.from('one')
      throw new Error('cut')
    }
    await expect(store.receive(broken(), 100)).rejects.toThrow('cut')
    expect(filesIn(dataDir)).toEqual([])
  })
})

describe('a kept file', () => {
  const MEGABYTE = 1024 * 1024

  it('tells its size and comes in pieces of at most 64 KB, as they are taken', async () => {
    const store = openDocuments({ dataDir: testFolder(), s3: null })
    await store.write(KEY, Buffer.alloc(3 * MEGABYTE, 'x'))
    const file = await store.open(KEY)
    expect(file?.sizeBytes).toBe(3 * MEGABYTE)
    const reader = file?.content.getReader()
    const piece = await reader?.read()
    expect(piece?.value?.byteLength).toBeLessThanOrEqual(64 * 1024)
    await reader?.cancel()
  })

  it('is closed when it is not read to its end', async () => {
    const dataDir = testFolder()
    const store = openDocuments({ dataDir, s3: null })
    await store.write(KEY, Buffer.alloc(MEGABYTE))
    for (const piecesRead of [0, 1]) {
      const reader = (await store.open(KEY))?.content.getReader()
      for (let piece = 0; piece < piecesRead; piece++) await reader?.read()
      await reader?.cancel()
    }
    await contentOf(store, KEY)
    const held = fs.readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).startsWith(dataDir))
    expect(held).toEqual([])
  })

  it('is there until it is removed, which may be repeated', async () => {
    const store = openDocuments({ dataDir: testFolder(), s3: null })
    expect(await store.has(KEY)).toBe(false)
    await store.write(KEY, Buffer.from('one'))
    expect(await store.has(KEY)).toBe(true)
    for (let time = 0; time < 2; time += 1) await store.remove(KEY)
    expect(await store.has(KEY)).toBe(false)
  })

  it('that cannot be opened for another reason is an error, not a missing one', async () => {
    const dataDir = testFolder()
    fs.mkdirSync(path.join(dataDir, 'documents'))
    fs.writeFileSync(path.join(dataDir, 'documents', KEY.slice(0, 2)), 'no folder')
    await expect(openDocuments({ dataDir, s3: null }).open(KEY)).rejects.toThrow('ENOTDIR')
  })

  it('is listed without what lies beside it', async () => {
    const dataDir = testFolder()
    const store = openDocuments({ dataDir, s3: null })
    await store.write(KEY, Buffer.from('one'))
    const folder = path.join(dataDir, 'documents', KEY.slice(0, 2))
    fs.writeFileSync(path.join(folder, 'Notes.txt'), 'whose?')
    fs.mkdirSync(path.join(folder, `${KEY}-copies`))
    expect((await allOf(store.list())).map(({ key }) => key)).toEqual([KEY])
  })

  it('belongs to nobody until an owner of the store is written down', async () => {
    const store = openDocuments({ dataDir: testFolder(), s3: null })
    expect(await store.readOwner()).toBeNull()
    await store.writeOwner('console of Almaty')
    expect(await store.readOwner()).toBe('console of Almaty')
  })

  it('is listed with the time it was kept, and without what is still being received', async () => {
    const store = openDocuments({ dataDir: testFolder(), s3: null })
    const listed = async () => (await allOf(store.list())).map(({ key }) => key)
    expect(await listed()).toEqual([])
    await store.write(KEY, Buffer.from('one'))
    await store.receive(new Blob(['two']).stream(), 10)
    expect(await listed()).toEqual([KEY])
    const [kept] = await allOf(store.list())
    expect(Math.abs(Date.now() - (kept?.keptAt.getTime() ?? 0))).toBeLessThan(60_000)
  })
})

function linkOf(fd: string): string {
  try {
    return fs.readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}
