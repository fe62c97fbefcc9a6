import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { Services } from '../../services.server'
import { deriveKey } from '../keys.server'

/** DER prefixes before the 32 bytes of an Ed25519 key: PKCS #8 and SubjectPublicKeyInfo (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32

type Keys = Pick<Services['env'], 'anchorKey' | 'sessionSecrets'>

const privateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })

const publicText = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length).toString('base64url')

/** `ANCHOR_KEY` if it is set, then keys derived from the session secrets. The first one signs. */
const privateKeys = ({ anchorKey, sessionSecrets }: Keys): [KeyObject, ...KeyObject[]] => {
  const [first, ...others] = sessionSecrets.map((secret) => privateKey(deriveKey(secret, 'audit-anchors')))
  const own = anchorKey === null ? null : privateKey(anchorKey)
  if (!first) throw new Error('There is no session secret')
  return own ? [own, first, ...others] : [first, ...others]
}

/** The public keys whose anchors are accepted, in base64url; the first one's private key signs. */
export const anchorPublicKeys = (env: Keys): string[] => privateKeys(env).map(publicText)

/** Checks a public key passed on the command line; null when it is not a valid key. */
export function readPublicKey(text: string): string | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === KEY_BYTES && bytes.toString('base64url') === text ? text : null
}

export function signAnchor(env: Keys, text: string): { key: string; signature: string } {
  const [key] = privateKeys(env)
  return { key: publicText(key), signature: sign(null, Buffer.from(text), key).toString('base64url') }
}

export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_PREFIX, Buffer.from(publicKey, 'base64url')]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
