import fs from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '../../../services.server'

/**
 * Notes who was erased by request, outside of the database: a backup from before brings them back, and after a restore this says
 * whom to erase again (decision 29). In a file, because the log may have been told to leave such lines out, and in the log.
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
