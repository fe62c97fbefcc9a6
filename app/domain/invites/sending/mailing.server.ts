import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Queries } from '../../../db/engine/database'
import { lockAnswer, saveAnswer } from '../../../db/drafts'
import { insertInvites, listKnownIds } from '../../../db/invites/invite-changes'
import type { Services } from '../../../services.server'
import { recordAudit } from '../../audit/audit.server'
import { lacksProof, type Dated } from '../../fresh-proof'
import { LIMITS } from '../../limits/limit'
import { consumeRateLimit, consumeRateLimitForEach } from '../../limits/limits.server'
import { wakeOutbox } from '../../messages/outbox.server'
import { conflict, done, forbidden, type Outcome } from '../../outcome'
import { uuidOfHash } from '../../sealing.server'
import { applyOnce } from '../../sent-form.server'
import { auditTerms, findTargetOrganization, type CreateConflict } from '../new-code.server'
import { mayCreate } from '../../invite-codes/invite-rules'
import { ROW_VERDICTS, type MailingInput, type MailingRow } from './mailing-input'
import { personalExpiry } from '../invite'
import { roleAndOrganizationOf } from '../invite-input'
import { enqueueInvitation, isSentByHand, PERSONAL_USES } from './invitation.server'
import { sealedInviteCode } from '../../invite-codes/show-code.server'

/** Why nothing was sent. A list that was sent before is no conflict: its rows say so. */
export type MailingConflict = Exclude<CreateConflict, { because: 'sent' }>
/** The stored answer: the verdict of each row by its number, and how many rows may still be corrected and sent as part of the same list. */
const MAILED = z.object({ verdicts: z.array(z.tuple([z.int(), z.enum(ROW_VERDICTS)])), unsent: z.int() })
type Mailed = z.output<typeof MAILED>
type RowVerdicts = Mailed['verdicts']
type Ready = MailingRow & { recipient: string; id: string }

/**
 * Creates a code for each ready row and puts its message into the outbox, all in one transaction; returns the rows with their verdicts. A
 * list sent twice gets the same answer. When a list was changed since, rows sent before are not sent again and say so. Two lists per person
 * and day; resending corrected rows does not count as another list. Each recipient has a separate limit.
 */
export async function sendMailing(
  services: Services,
  permit: Dated<'invites.createAnyType'>,
  { rows, ...input }: MailingInput,
  requestId: string,
): Promise<Outcome<MailingRow[], MailingConflict>> {
  const { actor } = permit
  const { role, organizationId } = roleAndOrganizationOf(input)
  if (!mayCreate(actor, input.type, role) || lacksProof(permit, 'invite.create', role)) return forbidden
  const ready = rows.flatMap((row): Ready[] =>
    row.verdict === 'ready' && row.recipient !== null
      ? [{ ...row, recipient: row.recipient, id: idOfRow(input.id, row.recipient) }]
      : [],
  )
  const at = services.now()
  const { type, language, customMessage } = input
  const invite = { type, role, organizationId, language, customMessage, channel: 'email' } as const
  const expiry = personalExpiry(type, at, actor.timeZone)
  const row = {
    ...invite,
    ...expiry,
    maximumUses: PERSONAL_USES,
    sentAt: isSentByHand(services, 'email') ? null : at,
    createdBy: actor.id,
    createdAt: at,
  }
  const findMade = async (tx: Queries) =>
    new Set(
      await listKnownIds(
        tx,
        ready.map(({ id }) => id),
      ),
    )
  const mail = async (tx: Queries, before: Mailed | null): Promise<Outcome<Mailed, MailingConflict>> => {
    const named = await findTargetOrganization(tx, input)
    if (named === 'closed') return conflict({ because: 'organization' })
    const known = await findMade(tx)
    const verdicts = new Map(
      ready.map(({ number, id }) => [number, known.has(id) ? 'before' : ('ready' as MailingRow['verdict'])]),
    )
    const fresh = ready.filter(({ id }) => !known.has(id))
    // A list that sends nothing does not count, so no rows belong to it.
    if (fresh.length === 0) return done({ verdicts: [...verdicts], unsent: before?.unsent ?? 0 })

    const isPart = before !== null && fresh.length <= before.unsent
    const waitMs = isPart
      ? 0
      : await consumeRateLimit(tx, services, [{ limit: LIMITS.mailingsPerStaff, subject: actor.id }])
    if (waitMs > 0) return conflict({ because: 'limit', waitMs })
    const subjects = fresh.map(({ recipient }) => recipient.toLowerCase())
    const hasRoom = await consumeRateLimitForEach(tx, services, LIMITS.invitesPerRecipient, subjects)
    const codes = new Map(fresh.filter((_, index) => hasRoom[index]).map(({ id }) => [id, sealedInviteCode()]))
    const sent = fresh.filter(({ id }) => codes.has(id))
    const made = new Set(
      await insertInvites(
        tx,
        sent.flatMap(({ id, recipient }) => {
          const code = codes.get(id)
          return code ? [{ ...row, id, recipient, code }] : []
        }),
      ),
    )
    for (const { id, number, recipient } of fresh) {
      verdicts.set(number, made.has(id) ? 'sent' : codes.has(id) ? 'before' : 'limit')
      if (!made.has(id) || row.sentAt === null) continue
      await enqueueInvitation(
        tx,
        services,
        { id, recipient, channel: 'email', language },
        {
          ...invite,
          organizationName: named.name,
          inviter: actor.username,
          code: codes.get(id) ?? null,
          expiresAt: expiry.expiresAt,
          timeZone: actor.timeZone,
        },
      )
    }
    const entry = { at, actor, action: 'invite.send', objectType: 'invite', requestId } as const
    await recordAudit(tx, ...[...made].map((objectId) => ({ ...entry, objectId, after: auditTerms(row) })))
    const unsent = isPart ? before.unsent - made.size : countUnsent(judged(rows, [...verdicts]))
    return done({ verdicts: [...verdicts], unsent })
  }
  /** The answer for a list that was sent before: the ids of its codes derive from the form. */
  const findMailed = async (tx: Queries): Promise<Mailed> => {
    const made = await findMade(tx)
    const verdicts = ready.map(({ number, id }): RowVerdicts[number] => [number, made.has(id) ? 'sent' : 'limit'])
    return { verdicts, unsent: countUnsent(judged(rows, verdicts)) }
  }
  const form = { id: input.id, userId: actor.id, content: { act: 'invite.mailing', input, rows }, answer: MAILED }
  const outcome = await services.db.transaction(async (tx): Promise<Outcome<RowVerdicts, MailingConflict>> => {
    const taken = await applyOnce(
      tx,
      services,
      form,
      () => mail(tx, null),
      () => findMailed(tx),
    )
    if (taken.kind === 'done') return done(taken.value.verdicts)
    if (taken.kind !== 'conflict') return taken
    if (taken.now.because !== 'sent') return conflict(taken.now)
    const before = taken.now.answer && MAILED.parse(await lockAnswer(tx, input.id))
    const again = await mail(tx, before)
    if (again.kind !== 'done') return again
    if (before) await saveAnswer(tx, input.id, { ...before, unsent: again.value.unsent })
    return done(again.value.verdicts)
  })
  if (outcome.kind !== 'done') return outcome
  wakeOutbox(services)
  return done(judged(rows, outcome.value))
}

function judged(rows: readonly MailingRow[], verdicts: RowVerdicts): MailingRow[] {
  const became = new Map(verdicts)
  return rows.map((given) => ({ ...given, verdict: became.get(given.number) ?? given.verdict }))
}

/** How many rows can still be corrected. */
const countUnsent = (rows: readonly MailingRow[]): number =>
  rows.filter(({ verdict }) => verdict === 'invalid' || verdict === 'limit').length

/** The same recipient in the same form gets the same id, so that a list sent twice creates each code once. */
function idOfRow(formId: string, recipient: string): string {
  return uuidOfHash(createHash('sha256').update(`${formId} ${recipient.toLowerCase()}`).digest('hex'))
}
