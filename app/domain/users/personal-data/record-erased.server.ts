import fs from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '../../../services.server'

/**
 * Records who was erased by request, outside the database: an older backup brings them back, and after a restore this lists whom to erase
 * again (decision 29). Written to a file as well as to the log, which may be configured to leave such lines out.
 */
export async function recordErased(
  { env, log }: Pick<Services, 'env' | 'log'>,
  { userId, at, requestId }: { userId: string; at: Date; requestId: string },
): Promise<void> {
  log.info({ event: 'user.erased', userId, requestId }, 'a person was erased by request')
  const line = `${JSON.stringify({ userId, at: at.toISOString() })}\n`
  await fs
    .appendFile(path.join(env.dataDir, 'erased.jsonl'), line, { mode: 0o600, flush: true })
    .catch((error: unknown) =>
      log.error(
        { event: 'user.erased', userId, requestId, err: error },
        'who was erased could not be noted in erased.jsonl',
      ),
    )
}
