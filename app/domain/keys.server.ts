import { hkdfSync } from 'node:crypto'

/** A 32 byte key for one purpose, derived from a session secret, so that no two purposes share a key. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'gatehouse', purpose, 32))
