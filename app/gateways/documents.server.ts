import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { DocumentStore } from './ports'

/** Random names only: no separators, no dots, nothing that could leave the folder. */
const KEY = /^[0-9a-z][0-9a-z-]{15,63}$/

/** Documents on disk under `DATA_DIR/documents`. A write appears whole or not at all; a malformed key throws. */
export function openDocuments(env: { dataDir: string }): DocumentStore {
  const folder = path.join(env.dataDir, 'documents')
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('Malformed document key')
    return path.join(folder, key.slice(0, 2), key)
  }
  return {
    write: async (key, content) => {
      const file = fileOf(key)
      const unfinished = `${file}.${randomUUID()}.tmp`
      await fs.mkdir(path.dirname(file), { recursive: true })
      try {
        await fs.writeFile(unfinished, content, { flag: 'wx', mode: 0o600 })
        await fs.rename(unfinished, file)
      } catch (error) {
        await fs.rm(unfinished, { force: true })
        throw error
      }
    },
    read: async (key) => {
      try {
        return await fs.readFile(fileOf(key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
  }
}
