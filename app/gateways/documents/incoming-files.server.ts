import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { HOUR_MS } from '../../durations'
import type { DocumentStore, IncomingFile } from '../ports'

const UNFINISHED = '.part'
/** After this long nobody is still sending: the process that received it is gone. */
const ABANDONED_AFTER_MS = HOUR_MS

/** Receives files on the local disk. `keep` moves a finished one to its key, after which it is no longer here. */
export function openIncomingFiles(
  folder: string,
  keep: (key: string, file: IncomingFile) => Promise<void>,
): Pick<DocumentStore, 'receive' | 'removeAbandoned'> {
  const receive: DocumentStore['receive'] = async (content, limitBytes) => {
    await fs.promises.mkdir(folder, { recursive: true })
    const file = path.join(folder, `${randomUUID()}${UNFINISHED}`)
    const drop = () => fs.promises.rm(file, { force: true })
    try {
      const sizeBytes = await writeWithin(file, content, limitBytes)
      if (sizeBytes === null) {
        await drop()
        return 'too-large'
      }
      const incoming: IncomingFile = { path: file, sizeBytes, drop, keep: (key) => keep(key, incoming) }
      return incoming
    } catch (error) {
      await drop()
      throw error
    }
  }
  return { receive, removeAbandoned: () => removeAbandoned(folder) }
}

/** Returns the size in bytes, or null when the content exceeds the limit. */
async function writeWithin(file: string, content: AsyncIterable<Uint8Array>, limitBytes: number) {
  let sizeBytes = 0
  // Opened first: otherwise a failure would remove the file before it exists.
  const handle = await fs.promises.open(file, 'wx', 0o600)
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.byteLength
        if (sizeBytes <= limitBytes) yield chunk
      }
    },
    handle.createWriteStream({ flush: true }),
  )
  return sizeBytes <= limitBytes ? sizeBytes : null
}

async function removeAbandoned(folder: string): Promise<void> {
  if (!fs.existsSync(folder)) return
  for (const name of await fs.promises.readdir(folder)) {
    const file = path.join(folder, name)
    // Another process may have removed it since.
    const found = name.endsWith(UNFINISHED) ? await fs.promises.stat(file).catch(() => null) : null
    if (found && found.mtimeMs < Date.now() - ABANDONED_AFTER_MS) await fs.promises.rm(file, { force: true })
  }
}
