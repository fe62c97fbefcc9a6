import {
  endSessionsOfDevices,
  listDevicesOfUser,
  revokeDeviceOfUser,
  revokeDevicesOfUser,
} from '../../db/sign-in/trusted-devices'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { done, unchanged, type Outcome } from '../outcome'
import { hashToken } from '../sealing.server'
import { trustedSince } from './trusted-device.server'

/** A browser in which this person has signed in before. */
type OwnDevice = { id: string; userAgent: string; createdAt: Date; lastUsedAt: Date; isThisOne: boolean }

type Own = Permit<'settings.own'>

/**
 * The actor's trusted browsers, the current one first.
 * @param proofs the proofs of the current browser
 */
export async function listOwnDevices(
  services: Services,
  { actor }: Own,
  proofs: readonly string[],
): Promise<OwnDevice[]> {
  const own = new Set(proofs.map(hashToken))
  const rows = await listDevicesOfUser(services.db, actor.id, trustedSince(services))
  return rows
    .map(({ id, userAgent, createdAt, lastUsedAt, tokenHash }) => {
      return { id, userAgent, createdAt, lastUsedAt, isThisOne: own.has(tokenHash) }
    })
    .toSorted((a, b) => Number(b.isThisOne) - Number(a.isThisOne))
}

/**
 * Forgets one browser and signs the actor out in it, unless it is the current one. `unchanged` when it is not theirs or already forgotten.
 * @returns the proofs that the current browser has to keep
 */
export async function forgetOwnDevice(
  services: Services,
  own: Own,
  { id, proofs, requestId }: { id: string; proofs: readonly string[]; requestId: string },
): Promise<Outcome<string[]>> {
  return services.db.transaction(async (tx): Promise<Outcome<string[]>> => {
    const { actor } = own
    const at = services.now()
    const forgotten = await revokeDeviceOfUser(tx, actor.id, id, at)
    if (!forgotten) return unchanged
    await endSessionsOfDevices(tx, [id], at, actor.sessionId)
    await recordAudit(tx, { at, actor, action: 'device.forget', objectType: 'device', objectId: id, requestId })
    return done(proofs.filter((proof) => hashToken(proof) !== forgotten.tokenHash))
  })
}

/** Forgets every browser but the current one and signs the actor out there; returns how many. */
export async function forgetOtherDevices(
  services: Services,
  own: Own,
  { proofs, requestId }: { proofs: readonly string[]; requestId: string },
): Promise<Outcome<number>> {
  const thisOne = (await listOwnDevices(services, own, proofs)).find(({ isThisOne }) => isThisOne)
  return services.db.transaction(async (tx): Promise<Outcome<number>> => {
    const { actor } = own
    const at = services.now()
    const ids = await revokeDevicesOfUser(tx, actor.id, at, thisOne?.id)
    if (ids.length === 0) return unchanged
    await endSessionsOfDevices(tx, ids, at, actor.sessionId)
    await recordAudit(tx, {
      at,
      actor,
      action: 'device.forgetOthers',
      objectType: 'user',
      objectId: actor.id,
      after: { total: ids.length },
      requestId,
    })
    return done(ids.length)
  })
}
