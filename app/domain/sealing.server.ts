import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './keys.server'

const IV_BYTES = 12
const TAG_BYTES = 16
const TOKEN_BYTES = 32

/** The session secrets: the first one signs and seals, all of them verify and open. */
export type Secrets = readonly [string, ...string[]]

/** A random opaque token of 256 bits. */
export const randomToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** What is stored in place of a random token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A hash that only somebody with the secret can make, of parts that cannot run into each other. */
export const keyedHash = (secret: string, purpose: string, parts: readonly string[]): string =>
  createHmac('sha256', deriveKey(secret, purpose)).update(JSON.stringify(parts)).digest('base64url')

export const HASH_UUID_VERSION = '8'

/** A hash in hexadecimal digits as a UUID; its version differs from that of random ones. */
export const uuidOfHash = (hex: string): string =>
  [
    hex.slice(0, 8),
    hex.slice(8, 12),
    HASH_UUID_VERSION + hex.slice(13, 16),
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')

/** Compares in constant time with the keyed hash under each secret. */
export function isKeyedHash(hash: string, secrets: Secrets, purpose: string, parts: readonly string[]): boolean {
  const given = Buffer.from(hash)
  return secrets
    .map((secret) => Buffer.from(keyedHash(secret, purpose, parts)))
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given))
}

/** Encrypts and authenticates a text with the first secret. */
export const sealText = (secrets: Secrets, purpose: string, text: string): string =>
  sealWith(deriveKey(secrets[0], purpose), text)

/** The text that one of the secrets sealed, or null. */
export function openText(secrets: Secrets, purpose: string, sealed: string): string | null {
  for (const secret of secrets) {
    const text = openWith(deriveKey(secret, purpose), sealed)
    if (text !== null) return text
  }
  return null
}

/** Encrypts and authenticates a text with a key of 256 bits. */
export function sealWith(key: Uint8Array, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text that was sealed with this key, or null. */
export function openWith(key: Uint8Array, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
