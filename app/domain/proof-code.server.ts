import { findProof, recordProof } from '../db/sessions'
import { consumeCode, findOpenCode, listSentCodes, type Asker } from '../db/sign-in/sign-in'
import type { Services } from '../services.server'
import type { CodeChannel } from '../vocabulary'
import type { Actor } from './access'
import { recordAudit } from './audit/audit.server'
import { isFreshAt } from './fresh-proof'
import { usableChannel } from './messages/channels'
import { compareCode, forgetWrongCodes, wrong, type CodeRefusal } from './sign-in/compare-code.server'
import { sendCode, type SendCodeAnswer } from './sign-in/send-code.server'
import { COOLDOWN_MEMORY_MS, resendWaitMs } from './sign-in/sign-in-code'

type Holder = Pick<Actor, 'phone' | 'sessionId'>

/** Only the session that asked can enter the code, so no cookie is needed. */
const askerOf = ({ phone, sessionId }: Holder): Asker => ({ phone, purpose: 'proof', askedBy: sessionId })

/** Sends a code for fresh proof to the signed-in person's own number. */
export const sendProofCode = (
  services: Services,
  { phone, sessionId }: Holder,
  { channel, address }: { channel: CodeChannel; address: string },
): Promise<SendCodeAnswer> =>
  sendCode(services, {
    purpose: 'proof',
    phone,
    sessionId,
    channel: usableChannel(services.env, channel),
    address,
    deviceId: sessionId,
  })

/** Whether a code sent in this session can still be entered, and the milliseconds until another can be sent. */
export async function findProofCode(
  { db, now }: Pick<Services, 'db' | 'now'>,
  holder: Holder,
): Promise<{ isSent: boolean; resendInMs: number }> {
  const at = now()
  const sent = await listSentCodes(db, [askerOf(holder)], new Date(at.getTime() - COOLDOWN_MEMORY_MS))
  return {
    isSent: (await findOpenCode(db, askerOf(holder), at)) !== null,
    resendInMs: resendWaitMs(sent, at.getTime()),
  }
}

type Entered = { code: string; address: string; requestId: string }
type Proof = { kind: 'proven'; at: Date } | CodeRefusal

/** Compares a code, at most five times per code sent; the right one makes the session's proof fresh. */
export async function enterProofCode(services: Services, actor: Actor, entered: Entered): Promise<Proof> {
  const proof = await compareProofCode(services, actor, entered)
  if (proof.kind !== 'wrong') return proof
  // A double submit: the first request used the code and proved the session.
  const at = await findProof(services.db, actor.sessionId)
  return at && isFreshAt(at, services.now()) ? { kind: 'proven', at } : proof
}

async function compareProofCode(
  services: Services,
  actor: Actor,
  { code, address, requestId }: Entered,
): Promise<Proof> {
  const { phone, sessionId } = actor
  const challengeId = (await findOpenCode(services.db, askerOf(actor), services.now()))?.id ?? null
  const compared = await compareCode(services, 'proof', { challengeId, phone, code, address, requestId, actor })
  if (compared.kind !== 'right') return compared
  return services.db.transaction(async (tx): Promise<Proof> => {
    const at = services.now()
    const asker = await consumeCode(tx, compared.challengeId, at)
    if (!asker || !(await recordProof(tx, sessionId, at))) return wrong
    await forgetWrongCodes(tx, services, asker)
    await recordAudit(tx, {
      at,
      actor,
      action: 'session.prove',
      objectType: 'session',
      objectId: sessionId,
      after: { proof: 'code' },
      requestId,
    })
    return { kind: 'proven', at }
  })
}
