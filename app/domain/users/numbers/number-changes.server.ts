import {
  findRecovery,
  listAgreedBefore,
  lockRecovery,
  advanceRecovery,
  wasNumberChangedSince,
  type RecoveryRow,
} from '../../../db/users/recovery'
import type { Queries } from '../../../db/engine/database'
import { unlessPhoneTaken } from '../../../db/engine/unique-violation'
import { findUserOfPhone, lockUsers, superadminsAmong } from '../../../db/users/user-changes'
import type { Services } from '../../../services.server'
import { recordAudit } from '../../audit/audit.server'
import { isKeyedHash } from '../../sealing.server'
import { maskedPhone } from '../../phones/masked-phone'
import { KEEP_NUMBER, moveNumber } from './move-number.server'
import { CHANGE_AFTER_MS, isBlocked, recoveryState, type CancelledBecause } from '../recovery/recovery-actions'
import { isUuid } from '../../../uuid'

const BY_CLOCK = 'clock'

/**
 * Makes the number changes agreed to a day ago; returns how many. Safe in many processes. A change is cancelled when the new number is
 * taken, the user is blocked, the people behind it are no longer superadmins, or the old number now belongs to nobody or to somebody else.
 */
export async function completeNumberChanges(services: Services): Promise<number> {
  const before = new Date(services.now().getTime() - CHANGE_AFTER_MS)
  let changed = 0
  for (const id of await listAgreedBefore(services.db, before)) {
    const isChanged = await unlessPhoneTaken(
      () => services.db.transaction((tx) => complete(tx, services, id)),
      'taken' as const,
    )
    if (isChanged === 'taken')
      await services.db.transaction(async (tx) => {
        if ((await lockRecovery(tx, id))?.outcome === null)
          await cancel(tx, services, { id, because: 'taken', requestId: BY_CLOCK })
      })
    if (isChanged === true) changed += 1
  }
  return changed
}

async function complete(tx: Queries, services: Services, id: string): Promise<boolean> {
  const request = await lockRecovery(tx, id)
  if (!request || recoveryState(request) !== 'agreed') return false
  const people = [request.proposedBy, request.agreedBy].filter((one) => one !== null)
  const known = await findUserOfPhone(tx, request.oldPhone)
  const locked = await lockUsers(tx, known ? [known.id, ...people] : people)
  const user = locked.find((row) => row.phone === request.oldPhone)
  const isOfAnother = await wasNumberChangedSince(
    tx,
    request.oldPhone,
    request.proposedAt ?? request.agreedAt ?? request.createdAt,
  )
  const superadmins = superadminsAmong(locked)
  const cancelled = async (because: CancelledBecause) => {
    await cancel(tx, services, { id, because, requestId: BY_CLOCK })
    return false
  }
  if (!user || isOfAnother) return cancelled('nobody')
  if (isBlocked(user.status)) return cancelled('blocked')
  if (!people.every((one) => superadmins.includes(one))) return cancelled('people')
  if (await findUserOfPhone(tx, request.newPhone)) return cancelled('taken')
  await advanceRecovery(tx, id, { outcome: 'number_changed', handledAt: services.now() })
  const { proposedBy, agreedBy } = request
  const behind = { ...(proposedBy && { proposedBy }), ...(agreedBy && { agreedBy }) }
  await moveNumber(tx, services, { user, request, actor: null, people: behind, requestId: BY_CLOCK })
  return true
}

async function cancel(
  tx: Queries,
  services: Pick<Services, 'now'>,
  { id, because, requestId }: { id: string; because: CancelledBecause; requestId: string },
): Promise<void> {
  const at = services.now()
  await advanceRecovery(tx, id, { outcome: 'cancelled', handledAt: at })
  await recordAudit(tx, {
    at,
    actor: null,
    action: 'recovery.cancel',
    objectType: 'recoveryRequest',
    objectId: id,
    after: { because },
    requestId,
  })
}

/** The link in a message to the old number. */
type KeepLink = { request: string; key: string }

/** The masked new number of the change that the link would cancel; null when the link is not genuine or no longer works. */
export async function findChangeToCancel(
  { db, env }: Pick<Services, 'db' | 'env'>,
  link: KeepLink,
): Promise<string | null> {
  const request = isGenuine(env, link) ? await findRecovery(db, link.request) : null
  return request && isPending(request) ? maskedPhone(request.newPhone) : null
}

/** Cancels the change for whoever holds the link; false when the link is not genuine or no longer works. */
export async function keepNumber(services: Services, link: KeepLink, requestId: string): Promise<boolean> {
  if (!isGenuine(services.env, link)) return false
  return services.db.transaction(async (tx) => {
    const request = await lockRecovery(tx, link.request)
    if (!request || !isPending(request)) return false
    await cancel(tx, services, { id: request.id, because: 'oldNumber', requestId })
    return true
  })
}

const isPending = (request: RecoveryRow) => recoveryState(request) === 'agreed'

const isGenuine = ({ sessionSecrets }: Services['env'], { request, key }: KeepLink) =>
  isUuid(request) && isKeyedHash(key, sessionSecrets, KEEP_NUMBER, [request])
