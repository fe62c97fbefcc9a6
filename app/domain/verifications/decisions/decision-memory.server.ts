import { randomUUID } from 'node:crypto'
import { UNDO_MS } from '../../../durations'
import {
  findOrganizationBefore,
  listDocumentIds,
  lockApplicationBefore,
  saveUndoable,
  type UndoableDecision,
} from '../../../db/verifications/undoable-decisions'
import type { PreparedRow } from '../../../db/verifications/prepared-decisions'
import type { VerificationToDecide } from '../../../db/verifications/verification-decisions'
import { isDecision, ruleOf, type DecisionAction, type VerificationAction } from '../verification-actions'
import type { Act, Decision, Transaction } from './carry-out.server'
import { notifyApplicant, type Effect } from './decision-effects.server'

/** How it was before a decision that may be undone; null for any other act. */
export async function rememberBefore(
  tx: Transaction,
  action: VerificationAction,
  { id, organizationId }: VerificationToDecide,
) {
  if (!isDecision(action)) return null
  const application = await lockApplicationBefore(tx, id)
  const found = await findOrganizationBefore(tx, organizationId)
  if (!application || !found) return null
  const { version: organizationVersion, ...organization } = found
  return { application, organization, organizationVersion, heldIds: await listDocumentIds(tx, id) }
}

export type StateBefore = NonNullable<Awaited<ReturnType<typeof rememberBefore>>>

/** What an act has come to: the version it made, whose first vote it agreed to, what it did to the organization. */
export type ActResult = {
  version: number
  at: Date
  first: PreparedRow | null
  effect: Effect | null
}

/** The note and the items for a reader of any language. */
export const inLanguageOf = ({ note, items, inLanguage = () => ({ note, items }) }: Decision) => inLanguage

/** Keeps how to undo a decision, with its message, which waits until that is no longer possible. */
export async function saveUndo(
  tx: Transaction,
  { services, actor, target, decision }: Act,
  action: DecisionAction,
  verification: VerificationToDecide,
  memory: StateBefore,
  {
    version,
    at,
    first,
    effect,
    prepared,
    due,
    verified,
  }: ActResult & Pick<UndoableDecision['before'], 'prepared' | 'due'> & { verified: string[] },
): Promise<void> {
  const { event } = ruleOf(action)
  const until = new Date(at.getTime() + UNDO_MS)
  const messageId = randomUUID()
  const message = { event, inLanguage: inLanguageOf(decision), id: messageId, notBefore: until }
  await notifyApplicant(tx, services, message, verification)
  await saveUndoable(tx, {
    verificationId: target.id,
    version,
    action,
    actorId: actor.id,
    until,
    before: {
      application: memory.application,
      organization: effect?.after ? { ...memory.organization, madeVersion: memory.organizationVersion + 1 } : null,
      documentIds: verified,
      heldIds: memory.heldIds,
      messageId,
      due,
      prepared,
      isAgreed: first !== null,
    },
    input: decision.typed ?? [],
  })
}
