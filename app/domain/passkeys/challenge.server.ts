import { listPasskeysOf } from '../../db/sign-in/passkeys'
import type { Services } from '../../services.server'
import type { Actor, Permit } from '../access'
import { CHALLENGE_LIFE_MS } from './passkey'

const NAME = 'Gatehouse'

/** A third of all modules: read in when the first passkey is used, so that the start is not kept by it. */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** The site that passkeys are bound to: the public origin, and its host name. */
export const siteOf = ({ env }: Pick<Services, 'env'>) => ({
  origin: env.publicOrigin,
  rpID: new URL(env.publicOrigin).hostname,
})

/** What the browser makes a new passkey from: kept on the device with the account, and only with the person's check there. */
export async function registrationOptions(services: Services, { actor }: Permit<'settings.own'>) {
  const known = await listPasskeysOf(services.db, actor.id)
  const { generateRegistrationOptions } = await loadWebauthn()
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: siteOf(services).rpID,
    userName: actor.username,
    userDisplayName: actor.username,
    userID: new TextEncoder().encode(actor.id),
    attestationType: 'none',
    timeout: CHALLENGE_LIFE_MS,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What the browser asks a passkey for; whoever signs in is not known yet, so none is named then. */
export async function assertionOptions(services: Services, actor: Pick<Actor, 'id'> | null) {
  const known = actor ? await listPasskeysOf(services.db, actor.id) : []
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: siteOf(services).rpID,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
  })
}
