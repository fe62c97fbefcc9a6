import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = 'app/db/migrations'
/** Earlier migrations were applied while tables were small. */
const FIRST = '0036'
const CREATED = /create table (?:if not exists )?"?(\w+)"?/gi
const INDEXED = /create (?:unique )?index (?!concurrently)(?:if not exists )?"?\w+"?\s+on (?:only )?"?(\w+)"?/gi
const DROPPED = /drop index (?!concurrently)/i

it('no migration blocks writers by building or dropping an index (docs/decisions/0018)', () => {
  const files = fs.readdirSync(FOLDER).filter((file) => file.endsWith('.sql') && file >= FIRST)
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const text = fs.readFileSync(path.join(FOLDER, file), 'utf8')
    const created = new Set([...text.matchAll(CREATED)].map(([, table]) => table))
    const blocked = [...text.matchAll(INDEXED)].map(([, table]) => table).filter((table) => !created.has(table))
    expect(blocked, file).toEqual([])
    expect(DROPPED.test(text), file).toBe(false)
  }
})
