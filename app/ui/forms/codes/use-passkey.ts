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
 * Has the browser make a passkey; throws when the person does not, or may not. Null when nobody is signed in any more: the form is
 * sent all the same, and the server leads to where one signs in.
 */
export async function askPasskeyToRegister() {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await askFor<PublicKeyCredentialCreationOptionsJSON>('add')
  return optionsJSON && startRegistration({ optionsJSON })
}

/** Has the browser confirm by a passkey who acts; throws when the person does not, and is null as {@link askPasskeyToRegister}. */
export async function askPasskeyToProve() {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await askFor<PublicKeyCredentialRequestOptionsJSON>('prove')
  return optionsJSON && startAuthentication({ optionsJSON })
}

/** Whether a device made none because it holds one for this account already. */
export const isKnownDevice = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'
