import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openDocuments } from '../../app/gateways/documents.server'
import { testFolder } from '../support/folders'

const KEY = '0f0e0d0c-1111-4222-8333-444455556666'
const filesIn = (folder: string) =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

it('a document is read as it was written', async () => {
  const store = openDocuments({ dataDir: testFolder() })
  await store.write(KEY, new Uint8Array([0, 1, 255]))
  expect([...((await store.read(KEY)) ?? [])]).toEqual([0, 1, 255])
})

it('a document that is not there is null', async () => {
  expect(await openDocuments({ dataDir: testFolder() }).read(KEY)).toBeNull()
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
  const store = openDocuments({ dataDir: testFolder() })
  await expect(async () => store.read(key)).rejects.toThrow('Malformed document key')
  await expect(async () => store.write(key, new Uint8Array())).rejects.toThrow('Malformed document key')
})

it('a write that fails leaves no file behind', async () => {
  const dataDir = testFolder()
  fs.mkdirSync(path.join(dataDir, 'documents', KEY.slice(0, 2), KEY), { recursive: true })
  await expect(openDocuments({ dataDir }).write(KEY, new Uint8Array([1]))).rejects.toThrow()
  expect(filesIn(dataDir)).toEqual([])
})
