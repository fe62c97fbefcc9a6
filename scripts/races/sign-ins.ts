import { desc, eq } from 'drizzle-orm'
import { HOUR_MS } from '../../app/durations'
import { messages } from '../../app/db/schema/messages'
import { sessions } from '../../app/db/schema/sessions'
import { openText } from '../../app/domain/sealing.server'
import { sendCode } from '../../app/domain/sign-in/send-code.server'
import { verifyCode, type VerifyCode } from '../../app/domain/sign-in/verify-code.server'
import type { Services } from '../../app/services.server'

/** By then the codes of earlier rounds have expired, and so have their countdown and limits. */
const BETWEEN_ROUNDS_MS = 25 * HOUR_MS

/**
 * `broken`: rounds that did not sign in exactly one client, or did not open exactly one session, with what was found. A process
 * suspended for longer than a code lives finds nobody signed in.
 */
export type SignInRaces = { rounds: number; trusted: number; broken: string[] }

/**
 * Many clients enter one right code at once, again and again; every other round they are browsers that have signed in
 * before. The commands run in this process, on a real database; the clock is moved between rounds.
 */
export async function raceSignIns(
  given: Services,
  { phone, rounds, clients }: { phone: string; rounds: number; clients: number },
): Promise<SignInRaces> {
  let shiftMs = 0
  const services: Services = { ...given, now: () => new Date(given.now().getTime() + shiftMs) }
  const address = '198.51.100.7'
  let proofs: string[] = []
  let trusted = 0
  const broken: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    shiftMs += BETWEEN_ROUNDS_MS
    const held = round % 2 === 1 ? proofs : []
    if (held.length > 0) trusted += 1
    const asked = { phone, channel: 'sms', address, deviceId: `device ${round}`, proofs: held } as const
    const beganMs = Date.now()
    const sent = await sendCode(services, { ...asked, purpose: 'sign-in' })
    if (sent.kind !== 'sent') throw new Error(`No code was sent: ${sent.why}`)
    const entered: VerifyCode = {
      ...asked,
      challengeId: sent.challengeId,
      code: await readCode(services, sent.challengeId),
      userAgent: `round ${round}`,
      requestId: 'races',
      formerToken: null,
    }
    const answers = await Promise.all(Array.from({ length: clients }, () => verifyCode(services, entered)))
    const signedIn = answers.filter((answer) => answer.kind === 'signedIn')
    const opened = await services.db.$count(sessions, eq(sessions.userAgent, entered.userAgent))
    if (signedIn.length !== 1 || opened !== 1) {
      const seconds = Math.round((Date.now() - beganMs) / 1000)
      broken.push(`round ${round}, ${seconds} s: ${signedIn.length} signed in, ${opened} sessions`)
    }
    proofs = signedIn[0]?.proofs.slice(0, 1) ?? proofs
  }
  return { rounds, trusted, broken }
}

/** The code as its message keeps it until it is delivered. */
async function readCode({ db, env }: Services, challengeId: string): Promise<string> {
  const [message] = await db
    .select()
    .from(messages)
    .where(eq(messages.id, challengeId))
    .orderBy(desc(messages.createdAt))
  const [, code] = openText(env.sessionSecrets, 'outbox', message?.text ?? '')?.split(' ') ?? []
  if (!code) throw new Error('The message of a code cannot be read')
  return code
}
