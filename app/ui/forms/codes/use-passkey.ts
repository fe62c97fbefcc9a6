import { href } from 'react-router'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

const PATH = href('/settings/passkeys/options')

/** Null when nobody is signed in any more. */
async function askFor<Options>(purpose: 'add' | 'prove'): Promise<Options | null> {
  const answer = await fetch(PATH, { method: 'POST', body: new URLSearchParams({ purpose }) })
  if (answer.status === 401 || answer.redirected) return null
  if (!answer.ok) throw new Error('No options')
  return (await answer.json()) as Options
}

/**
 * Has the browser create a passkey; throws when the person cancels or is not allowed to. Null when nobody is signed in any more:
 * submit the form anyway, and the server redirects to sign-in.
 */
export async function askPasskeyToRegister() {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await askFor<PublicKeyCredentialCreationOptionsJSON>('add')
  return optionsJSON && startRegistration({ optionsJSON })
}

/** Has the browser confirm the person by passkey; throws when they cancel, and is null as in {@link askPasskeyToRegister}. */
export async function askPasskeyToProve() {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await askFor<PublicKeyCredentialRequestOptionsJSON>('prove')
  return optionsJSON && startAuthentication({ optionsJSON })
}

/** Whether a device created no passkey because it already holds one for this account. */
export const isKnownDevice = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'
