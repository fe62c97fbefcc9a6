import { CompactEncrypt, compactDecrypt } from 'jose'
import { deriveKey } from '../domain/keys.server'
import type { Secrets } from '../domain/sealing.server'

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const

/** Encrypts and authenticates a cookie's content with the first secret. */
export const seal = (secrets: Secrets, purpose: string, content: object): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader(HEADER)
    .encrypt(deriveKey(secrets[0], purpose))

/** What one of the secrets sealed for this purpose; null when changed, cut, foreign, or sealed by a retired secret. */
export async function unseal(secrets: Secrets, purpose: string, sealed: string): Promise<unknown> {
  for (const secret of secrets) {
    try {
      const { plaintext } = await compactDecrypt(sealed, deriveKey(secret, purpose), {
        keyManagementAlgorithms: [HEADER.alg],
        contentEncryptionAlgorithms: [HEADER.enc],
      })
      return JSON.parse(new TextDecoder().decode(plaintext))
    } catch {
      continue
    }
  }
  return null
}
