import { findInviteToUse, insertRedemption, lockInviteBacking, takeUse } from '../../db/join'
import { lockKeys } from '../../db/limits'
import { consumeCode, findAccountOfPhone, findCode } from '../../db/sign-in/sign-in'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { displacedEntries } from '../audit/sign-in-entries.server'
import { wakeOutbox } from '../messages/outbox.server'
import { notifyOfNewSuperadmin } from '../inbox/notify-of-new-superadmin.server'
import { notifyStaffOfRedemption } from '../invites/notify-of-redemption.server'
import { compareCode, forgetWrongCodes, wrong, type CodeRefusal } from '../sign-in/compare-code.server'
import { hashedParts } from '../sign-in/send-code.server'
import { trustBrowser } from '../sign-in/trusted-device.server'
import { isKeyedHash } from '../sealing.server'
import { endSessionOfToken, openSession, type Browser, type TokenResponse } from '../sessions/sessions.server'
import { landingPath } from './landing-path'
import { refusalOf, type InviteRefusal } from './invite-use'
import type { Join } from './join'
import { makeUser, PhoneTaken } from './make-user.server'

/** The last step: the code that proves the phone, in the browser that verified the invite. */
type FinishJoin = Browser & {
  invite: string
  person: NonNullable<Join['person']>
  challengeId: string
  code: string
  requestId: string
  /** The refresh token of this browser's previous session, which ends. */
  formerToken: string | null
  /** Proofs of earlier sign-ins that this browser holds. */
  proofs: readonly string[]
}

export type FinishJoinAnswer =
  | { kind: 'joined'; userId: string; home: string; tokens: TokenResponse; proofs: string[] }
  /** The invite was used up, deleted or expired meanwhile; nothing was created. */
  | { kind: 'gone'; why: InviteRefusal }
  /** A repeat of the request that created the account: a double click. */
  | { kind: 'already' }
  | CodeRefusal

/**
 * Takes one use of the invite and creates the user, in one transaction with the redemption, a logistics provider's draft organization, the
 * audit entries and the session. A phone that already has an account gets the same answer as a wrong code.
 */
export async function finishJoin(services: Services, join: FinishJoin): Promise<FinishJoinAnswer> {
  const { phone } = join.person
  const compared = await compareCode(services, 'sign-up', { ...join, phone })
  if (compared.kind !== 'right') return (await hasJoined(services, join)) ? { kind: 'already' } : compared
  const joining = services.db.transaction(async (tx): Promise<FinishJoinAnswer> => {
    // The first lock, as where a person is suspended or erased or an organization archived.
    await lockInviteBacking(tx, join.invite)
    await lockKeys(tx, [`phone ${phone}`])
    const at = services.now()
    const asker = await consumeCode(tx, compared.challengeId, at)
    if (!asker) return wrong
    if ((await findAccountOfPhone(tx, phone)) !== null) return wrong
    const invite = await findInviteToUse(tx, join.invite)
    const refusal = refusalOf(invite, at)
    if (!invite || refusal) return { kind: 'gone', why: refusal ?? 'unknown' }
    const taken = await takeUse(tx, invite.id, at)
    if (!taken) return { kind: 'gone', why: refusalOf(await findInviteToUse(tx, join.invite), at) ?? 'used' }
    await forgetWrongCodes(tx, services, asker)
    const formerId = join.formerToken === null ? null : await endSessionOfToken(tx, services, join.formerToken)
    const { joined, entries } = await makeUser(tx, join, invite, at)
    const organizationId = joined.organization?.id ?? null
    await insertRedemption(tx, { inviteId: invite.id, userId: joined.id, organizationId, at })
    const { usedCount } = taken
    await notifyStaffOfRedemption(tx, services, { invite, joined, name: join.person.name, usedCount })
    if (joined.role === 'superadmin') await notifyOfNewSuperadmin(tx, { id: joined.id, actorId: null, at })
    const device = await trustBrowser(tx, services, { ...join, userId: joined.id })
    const tokens = await openSession(tx, services, joined.id, { ...join, trustedDeviceId: device.id })
    // Last, because from here until the transaction ends every other audit entry has to wait.
    await recordAudit(tx, ...displacedEntries(formerId, joined, at, join.requestId), ...entries, {
      at,
      actor: joined,
      action: 'invite.redeem',
      objectType: 'invite',
      objectId: invite.id,
      before: { usedCount: usedCount - 1 },
      after: { usedCount },
      requestId: join.requestId,
    })
    services.log.info({ requestId: join.requestId, userId: joined.id, type: invite.type }, 'joined')
    return { kind: 'joined', userId: joined.id, home: landingPath(joined), tokens, proofs: device.proofs }
  })
  return joining
    .then((answer) => {
      if (answer.kind === 'joined') wakeOutbox(services)
      return answer
    })
    .catch((error: unknown) => {
      if (error instanceof PhoneTaken) return wrong
      throw error
    })
}

/** True when this code has already created the account of its phone. */
async function hasJoined(
  { db, env }: Services,
  { challengeId, person: { phone }, code }: FinishJoin,
): Promise<boolean> {
  const challenge = await findCode(db, challengeId)
  if (challenge?.phone !== phone || challenge.usedAt === null) return false
  const parts = hashedParts('sign-up', challengeId, phone, code)
  if (!isKeyedHash(challenge.codeHash, env.sessionSecrets, 'sign-in-code', parts)) return false
  return (await findAccountOfPhone(db, phone)) !== null
}
