import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '../env.server'
import { checkKey } from './document-key'
import { openIncomingFiles } from './incoming-files.server'
import type { DocumentStore, IncomingFile } from './ports'
import { openS3Documents } from './s3-documents.server'

/** The document store that the environment names. */
export const openDocuments = (env: Pick<Env, 'dataDir' | 's3'>): DocumentStore =>
  env.s3 ? openS3Documents(env.s3, env.dataDir) : openDiskDocuments(env.dataDir)

/** Documents on disk under `DATA_DIR/documents`. A write appears whole or not at all; a malformed key throws. */
function openDiskDocuments(dataDir: string): DocumentStore {
  const folder = path.join(dataDir, 'documents')
  const fileOf = (key: string) => path.join(folder, checkKey(key).slice(0, 2), key)

  async function keep(key: string, incoming: IncomingFile): Promise<void> {
    const file = fileOf(key)
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.rename(incoming.path, file)
  }

  return {
    receive: openIncomingFiles(path.join(folder, 'incoming'), keep),
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
    remove: (key) => fs.rm(fileOf(key), { force: true }),
  }
}
