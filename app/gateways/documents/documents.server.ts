import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '../../env.server'
import { checkKey, isKey, OWNER_FILE } from './document-key'
import { streamPieces } from './file-stream.server'
import { openIncomingFiles } from './incoming-files.server'
import type { DocumentStore, IncomingFile } from '../ports'
import { openS3Documents } from './s3-documents.server'

/** Small, because each slow reader holds a few pieces. */
const PIECE_BYTES = 32 * 1024
/** Files lie in folders named by the beginning of their keys. */
const FOLDER_LENGTH = 2

/** The document store that the environment names. */
export const openDocuments = (env: Pick<Env, 'dataDir' | 's3'>): DocumentStore =>
  env.s3 ? openS3Documents(env.s3, env.dataDir) : openDiskDocuments(env.dataDir)

/** Documents on disk under `DATA_DIR/documents`. A write appears whole or not at all; a malformed key throws. */
function openDiskDocuments(dataDir: string): DocumentStore {
  const folder = path.join(dataDir, 'documents')
  const fileOf = (key: string) => path.join(folder, checkKey(key).slice(0, FOLDER_LENGTH), key)

  async function keep(key: string, incoming: IncomingFile): Promise<void> {
    const file = fileOf(key)
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.rename(incoming.path, file)
  }

  return {
    ...openIncomingFiles(path.join(folder, 'incoming'), keep),
    write: (key, content) => writeWhole(fileOf(key), content),
    open: async (key) => {
      const file = await fs.open(fileOf(key)).catch(nullWhenAbsent)
      if (!file) return null
      const { size } = await file.stat()
      const readPiece = async () => {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(PIECE_BYTES))
        return bytesRead > 0 ? buffer.subarray(0, bytesRead) : null
      }
      return { sizeBytes: size, content: streamPieces(readPiece, () => file.close()) }
    },
    has: async (key) => (await fs.stat(fileOf(key)).catch(nullWhenAbsent)) !== null,
    remove: (key) => fs.rm(fileOf(key), { force: true }),
    list: async function* () {
      const folders = (await fs.readdir(folder).catch(nullWhenAbsent)) ?? []
      for (const name of folders.filter((one) => one.length === FOLDER_LENGTH))
        for (const key of await fs.readdir(path.join(folder, name))) {
          const found = isKey(key) ? await fs.stat(fileOf(key)).catch(nullWhenAbsent) : null
          if (found?.isFile()) yield { key, keptAt: found.mtime }
        }
    },
    readOwner: () => fs.readFile(path.join(folder, OWNER_FILE), 'utf8').catch(nullWhenAbsent),
    writeOwner: (owner) => writeWhole(path.join(folder, OWNER_FILE), owner),
  }
}

async function writeWhole(file: string, content: Uint8Array | string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  await fs.mkdir(path.dirname(file), { recursive: true })
  try {
    await fs.writeFile(unfinished, content, { flag: 'wx', mode: 0o600 })
    await fs.rename(unfinished, file)
  } catch (error) {
    await fs.rm(unfinished, { force: true })
    throw error
  }
}

function nullWhenAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
