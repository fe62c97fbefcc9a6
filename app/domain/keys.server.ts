import { hkdfSync } from 'node:crypto'

const known = new Map<string, Buffer>()

/** A 32-byte key for one purpose, derived from a session secret, so that no two purposes share a key. Cached: there are few secrets and purposes. */
export function deriveKey(secret: string, purpose: string): Buffer {
  const name = `${purpose}\n${secret}`
  const key = known.get(name) ?? Buffer.from(hkdfSync('sha256', secret, 'gatehouse', purpose, 32))
  known.set(name, key)
  return key
}
