import fs from 'node:fs/promises'
import path from 'node:path'
import { openIncomingFiles } from '../../app/gateways/documents/incoming-files.server'
import type { DocumentStore } from '../../app/gateways/ports'

/** A document store that keeps its files in a map, received on disk as the real ones do. */
export const memoryStore = (
  files: Map<string, Uint8Array>,
  dataDir: string,
  owner: string | null = null,
): DocumentStore => ({
  write: async (key, content) => void files.set(key, content),
  open: async (key) => {
    const content = files.get(key)
    return content ? { sizeBytes: content.byteLength, content: new Blob([new Uint8Array(content)]).stream() } : null
  },
  ...openIncomingFiles(path.join(dataDir, 'incoming'), async (key, incoming) => {
    files.set(key, await fs.readFile(incoming.path))
    await incoming.drop()
  }),
  remove: async (key) => void files.delete(key),
  has: async (key) => files.has(key),
  list: async function* () {
    for (const key of files.keys()) yield { key, keptAt: new Date(0) }
  },
  readOwner: async () => owner,
  writeOwner: async (one) => void (owner = one),
})
