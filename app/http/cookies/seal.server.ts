import { boundedCache, type BoundedCache } from '../../domain/bounded-cache'
import { openText, sealText, type Secrets } from '../../domain/sealing.server'

/** Encrypts and authenticates a cookie's content with the first secret. */
export const seal = (secrets: Secrets, purpose: string, content: object): string =>
  sealText(secrets, purpose, JSON.stringify(content))

/** Returns what any of the secrets sealed for this purpose; null when it was changed, cut, sealed elsewhere, or by a retired secret. */
export function unseal(secrets: Secrets, purpose: string, sealed: string): unknown {
  const text = openOnce(secrets, purpose, sealed)
  return text === null ? null : JSON.parse(text)
}

const opened = new WeakMap<Secrets, BoundedCache>()

/** Opens a sealed text once, since a request reads its cookie twice. Only successfully opened texts are remembered, by the whole sealed text. */
function openOnce(secrets: Secrets, purpose: string, sealed: string): string | null {
  const known = opened.get(secrets) ?? boundedCache(64)
  opened.set(secrets, known)
  const key = `${purpose}\n${sealed}`
  const text = known.get(key) ?? openText(secrets, purpose, sealed)
  if (text !== null) known.set(key, text)
  return text
}
