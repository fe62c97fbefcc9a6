import { openText, sealText, type Secrets } from '../../domain/sealing.server'

/** Encrypts and authenticates a cookie's content with the first secret. */
export const seal = (secrets: Secrets, purpose: string, content: object): string =>
  sealText(secrets, purpose, JSON.stringify(content))

/** What one of the secrets sealed for this purpose; null when changed, cut, foreign, or sealed by a retired secret. */
export function unseal(secrets: Secrets, purpose: string, sealed: string): unknown {
  const text = openText(secrets, purpose, sealed)
  return text === null ? null : JSON.parse(text)
}
