import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { openBuckets } from '../limits/token-bucket'
import { TRANSFER, TRANSFER_LEAST_BYTES } from '../files/limits'

const buckets = openBuckets(TRANSFER)

/** Counts an uploaded or downloaded file against the holder's session; returns 0, or the milliseconds to wait. */
export const takeTransfer = (
  { env, now }: Pick<Services, 'env' | 'now'>,
  { sessionId }: Pick<Actor, 'sessionId'>,
  sizeBytes: number,
): number => buckets.take(sessionId, Math.max(sizeBytes, TRANSFER_LEAST_BYTES), now().getTime(), env.limitsFactor)
