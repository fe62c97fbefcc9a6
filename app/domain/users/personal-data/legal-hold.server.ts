import { deleteLegalHold, findLegalHold, insertLegalHold } from '../../../db/users/legal-holds'
import { findUser, isActiveAs, lockUsers } from '../../../db/users/user-changes'
import type { Services } from '../../../services.server'
import type { AuditAction } from '../../../audit-actions'
import { recordAudit, wasLastDone } from '../../audit/audit.server'
import type { Fresh } from '../../fresh-proof'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../../outcome'
import type { Permit } from '../../access'
import { isUuid } from '../../../uuid'
import type { HoldInput } from './legal-hold-input'

/** Why nothing was changed: the hold was set or lifted meanwhile, or the person was erased. */
export type HoldConflict = 'set' | 'lifted' | 'erased'

/** The person and the hold on their data; `missing` when the person does not exist, `forbidden` to the person concerned. */
export async function findHeldPerson({ db }: Pick<Services, 'db'>, { actor }: Permit<'users.hold'>, id: string) {
  const user = isUuid(id) ? await findUser(db, id) : null
  if (!user) return missing
  if (user.id === actor.id) return forbidden
  return done({ username: user.username, isErased: user.erasedAt !== null, hold: await findLegalHold(db, id) })
}

const AUDIT_ACTIONS = { set: 'user.hold', lift: 'user.liftHold' } as const satisfies Record<
  HoldInput['intent'],
  AuditAction
>

/**
 * Sets or lifts a legal hold, in one transaction with its audit entry. `unchanged` for a repeat with the same reason, `conflict` when
 * somebody else did it meanwhile or the person is erased, `forbidden` to the person concerned.
 */
export async function changeLegalHold(
  services: Services,
  { actor }: Fresh<'users.hold'>,
  { intent, reason }: HoldInput,
  { id, requestId }: { id: string; requestId: string },
): Promise<Outcome<void, HoldConflict>> {
  if (!isUuid(id)) return missing
  const at = services.now()
  return services.db.transaction(async (tx): Promise<Outcome<void, HoldConflict>> => {
    const locked = await lockUsers(tx, [id, actor.id])
    const user = locked.find((row) => row.id === id)
    if (!user) return missing
    if (user.id === actor.id || !locked.some((row) => isActiveAs(row, actor))) return forbidden
    if (user.erasedAt !== null) return conflict('erased')
    const isUnderHold = (await findLegalHold(tx, id)) !== null
    const said = { actor, action: AUDIT_ACTIONS[intent], objectType: 'user', objectId: user.id, reason } as const
    if (isUnderHold === (intent === 'set'))
      return (await wasLastDone(tx, { ...said, among: Object.values(AUDIT_ACTIONS) }))
        ? unchanged
        : conflict(isUnderHold ? 'set' : 'lifted')
    if (intent === 'set') await insertLegalHold(tx, { userId: id, reason, setBy: actor.id, setAt: at })
    else await deleteLegalHold(tx, id)
    await recordAudit(tx, { ...said, at, requestId })
    return done(undefined)
  })
}
