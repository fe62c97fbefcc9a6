import type { AuditRemoval } from '../../db/audit/removals'
import type { Services } from '../../services.server'
import { isSignedBy, signAnchor } from './anchor-key.server'

type Unsigned = Omit<AuditRemoval, 'key' | 'signature'>

const signedText = ({ firstPosition, lastPosition, previousHash, hash, olderThan, removedAt }: Unsigned): string =>
  [
    'gatehouse audit removal 1',
    firstPosition,
    lastPosition,
    previousHash,
    hash,
    olderThan.toISOString(),
    removedAt.toISOString(),
  ].join('\n')

export const signRemoval = (env: Services['env'], removal: Unsigned): AuditRemoval => ({
  ...removal,
  ...signAnchor(env, signedText(removal)),
})

export const isSignedRemoval = (removal: AuditRemoval, publicKeys: readonly string[]): boolean =>
  publicKeys.some((key) => isSignedBy(key, signedText(removal), removal.signature))
