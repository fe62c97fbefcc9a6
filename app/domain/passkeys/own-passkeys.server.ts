import { randomUUID } from 'node:crypto'
import {
  deletePasskey,
  findPasskeyOf,
  hasPasskey,
  insertPasskey,
  listPasskeysOf,
  spendChallenge,
} from '../../db/sign-in/passkeys'
import type { Queries } from '../../db/engine/database'
import { isActiveAs, lockUsers } from '../../db/users/user-changes'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Actor, Permit } from '../access'
import { recordAudit, wasLastDone } from '../audit/audit.server'
import type { Fresh } from '../fresh-proof'
import { phoneChannel } from '../messages/channels'
import { enqueueMessage } from '../messages/enqueue.server'
import { wakeOutbox } from '../messages/outbox.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { hashToken } from '../sealing.server'
import { loadWebauthn, relyingParty } from './challenge.server'
import type { Registration } from './input'
import { PASSKEYS_MAX } from './passkey'

/** Why no passkey was added: the browser's response was not confirmed, or the person has too many. */
type PasskeyConflict = 'unconfirmed' | 'tooMany'

type Added = { name: string; registration: Registration; challenge: string; requestId: string }

/** The passkeys of this person, the oldest first. */
export async function listOwnPasskeys({ db }: Pick<Services, 'db'>, { actor }: Permit<'settings.own'>) {
  const rows = await listPasskeysOf(db, actor.id)
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }))
}

/** Whether this person has registered one. */
export const hasOwnPasskey = ({ db }: Pick<Services, 'db'>, { id }: Pick<Actor, 'id'>): Promise<boolean> =>
  hasPasskey(db, id)

/** One of the actor's passkeys; null when it is not theirs. */
export async function findOwnPasskey({ db }: Pick<Services, 'db'>, { actor }: Permit<'settings.own'>, id: string) {
  const row = await findPasskeyOf(db, actor.id, id)
  return row && { id: row.id, name: row.name }
}

/**
 * Registers a passkey that answered this challenge and tells its owner, in case somebody else held their number for a moment. `unchanged`
 * when it is registered already; `forbidden` when they were suspended or their number changed meanwhile.
 */
export async function addPasskey(
  services: Services,
  { actor }: Fresh<'settings.own'>,
  { name, registration, challenge, requestId }: Added,
): Promise<Outcome<void, PasskeyConflict>> {
  const made = await readCredential(services, registration, challenge)
  if (!made) return conflict('unconfirmed')
  const at = services.now()
  const outcome = await services.db.transaction(async (tx): Promise<Outcome<void, PasskeyConflict>> => {
    const locked = await lockUsers(tx, [actor.id])
    if (!locked.some((row) => isActiveAs(row, actor) && row.phone === actor.phone)) return forbidden
    if (!(await spendChallenge(tx, hashToken(challenge), at))) return conflict('unconfirmed')
    if ((await listPasskeysOf(tx, actor.id)).length >= PASSKEYS_MAX) return conflict('tooMany')
    const id = randomUUID()
    const isNew = await insertPasskey(tx, {
      id,
      userId: actor.id,
      credentialId: made.id,
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: registration.response.transports,
      name,
      createdAt: at,
    })
    if (!isNew) return unchanged
    await recordAudit(tx, {
      at,
      actor,
      action: 'passkey.add',
      objectType: 'passkey',
      objectId: id,
      after: { username: name },
      requestId,
    })
    await enqueueMessage(tx, services, {
      channel: phoneChannel(services.env),
      kind: 'passkey_added',
      to: actor.phone,
      language: actor.language,
      text: translate(actor.language, { key: 'users:message.passkeyAdded' }),
    })
    return done(undefined)
  })
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

/** Removes a passkey of this person; `unchanged` when they have removed it already, `missing` when it is not theirs. */
export async function removePasskey(
  services: Services,
  { actor }: Fresh<'settings.own'>,
  { id, requestId }: { id: string; requestId: string },
): Promise<Outcome> {
  return services.db.transaction(async (tx) => {
    const row = await findPasskeyOf(tx, actor.id, id)
    if (!row || !(await deletePasskey(tx, row.id))) return (await wasRemovedBy(tx, actor, id)) ? unchanged : missing
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'passkey.remove',
      objectType: 'passkey',
      objectId: row.id,
      before: { username: row.name },
      requestId,
    })
    return done(undefined)
  })
}

/** Whether the passkey is the actor's, or was until they removed it. */
export const isOrWasOwnPasskey = async (
  { db }: Pick<Services, 'db'>,
  { actor }: Permit<'settings.own'>,
  id: string,
): Promise<boolean> => (await findPasskeyOf(db, actor.id, id)) !== null || wasRemovedBy(db, actor, id)

const REMOVED = { action: 'passkey.remove', among: ['passkey.remove'], objectType: 'passkey' } as const
const wasRemovedBy = (queries: Queries, actor: Pick<Actor, 'id'>, id: string): Promise<boolean> =>
  wasLastDone(queries, { ...REMOVED, actor, objectId: id })

async function readCredential(services: Services, registration: Registration, challenge: string) {
  const { origin, rpID } = relyingParty(services)
  const { verifyRegistrationResponse } = await loadWebauthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, response: { ...registration.response, transports: [] } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    })
    return verified ? registrationInfo.credential : null
  } catch {
    return null
  }
}
