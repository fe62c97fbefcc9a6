import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Services } from '../../services.server'
import { MESSAGE_CHANNELS } from '../../vocabulary'

const READ_BYTES = 64 * 1024
const SHOWN = 20

const line = z.object({
  id: z.string(),
  at: z.iso.datetime().transform((at) => new Date(at)),
  channel: z.enum(MESSAGE_CHANNELS),
  to: z.string(),
  subject: z.string().optional(),
  text: z.string(),
})

/** A message that a demo gateway delivered. */
type DeliveredMessage = z.infer<typeof line>

/** The newest delivered messages of demo mode, newest first; null outside demo mode. */
export async function listDemoOutbox({ env }: Pick<Services, 'env'>): Promise<DeliveredMessage[] | null> {
  if (!env.isDemo) return null
  const end = await readEnd(path.join(env.dataDir, 'outbox.jsonl'))
  return end
    .split('\n')
    .flatMap((json) => {
      try {
        return [line.parse(JSON.parse(json))]
      } catch {
        return []
      }
    })
    .slice(-SHOWN)
    .toReversed()
}

async function readEnd(file: string): Promise<string> {
  const handle = await fs.open(file).catch(() => null)
  if (!handle) return ''
  try {
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(Math.min(size, READ_BYTES))
    await handle.read(bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8')
  } finally {
    await handle.close()
  }
}
