import { href } from 'react-router'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

const PATH = href('/settings/passkeys/options')

async function askFor<Options>(purpose: 'add' | 'prove'): Promise<Options> {
  const answer = await fetch(PATH, { method: 'POST', body: new URLSearchParams({ purpose }) })
  if (!answer.ok) throw new Error('No options')
  return (await answer.json()) as Options
}

/** Has the browser make a passkey; throws when the person does not, or may not. */
export async function askPasskeyToRegister() {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: await askFor<PublicKeyCredentialCreationOptionsJSON>('add') })
}

/** Has the browser confirm by a passkey who acts; throws when the person does not. */
export async function askPasskeyToProve() {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: await askFor<PublicKeyCredentialRequestOptionsJSON>('prove') })
}

/** Whether a device made none because it holds one for this account already. */
export const isKnownDevice = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'
