import { listPasskeysOf } from '../../db/sign-in/passkeys'
import type { Services } from '../../services.server'
import type { Actor, Permit } from '../access'
import { CHALLENGE_LIFE_MS } from './passkey'

const NAME = 'Gatehouse'

/** A third of all modules: loaded when the first passkey is used, to keep the start fast. */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** The site that passkeys are bound to: the public origin, and its host name. */
export const relyingParty = ({ env }: Pick<Services, 'env'>) => ({
  origin: env.publicOrigin,
  rpID: new URL(env.publicOrigin).hostname,
})

/** Options for the browser to create a passkey: stored on the device with the account, and used only with user verification. */
export async function registrationOptions(services: Services, { actor }: Permit<'settings.own'>) {
  const known = await listPasskeysOf(services.db, actor.id)
  const { generateRegistrationOptions } = await loadWebauthn()
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: relyingParty(services).rpID,
    userName: actor.username,
    userDisplayName: actor.username,
    userID: new TextEncoder().encode(actor.id),
    attestationType: 'none',
    timeout: CHALLENGE_LIFE_MS,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Options for the browser to ask for a passkey; when nobody is signed in yet, they name no passkeys. */
export async function assertionOptions(services: Services, actor: Pick<Actor, 'id'> | null) {
  const known = actor ? await listPasskeysOf(services.db, actor.id) : []
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(services).rpID,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
  })
}
