import {
  findLatestEvent,
  type LatestEvent,
  type VerificationToDecide,
} from '../../../db/verifications/verification-decisions'
import type { Queries } from '../../../db/engine/database'
import { conflict, unchanged } from '../../outcome'
import { holderOf } from '../claims/claim'
import type { DecisionConflict } from './decision'
import { ruleOf, type VerificationAction } from '../verification-actions'

type Asked = {
  actor: { id: string }
  action: VerificationAction
  target: { id: string; version: number }
  decision: { note: string | null; items: readonly string[] }
}

/**
 * Nothing was moved: a repeat of what this person did in the same words, or of what they already saw without a word of their
 * own, changes nothing; anything else is a conflict, so that no written word is swallowed.
 */
export async function resolveUnmoved(
  tx: Queries,
  { actor, action, target, decision }: Asked,
  now: VerificationToDecide,
) {
  const { note, items } = decision
  const rule = ruleOf(action)
  const latest = await findLatestEvent(tx, target.id)
  const holds = now.status === rule.to && latest?.event === rule.event
  const isSame = holds && latest.note === note && latest.items.join('\n') === items.join('\n')
  const isWordless = note === null && items.length === 0
  if (action === 'start') {
    if (holderOf(now) === actor.id) return unchanged
  } else {
    if (isSame && latest.actorId === actor.id) return unchanged
    if (holds && target.version === now.version && (isSame || isWordless)) return unchanged
  }
  return conflictWithCurrent(tx, now, rule.from.includes(now.status) ? 'stale' : 'state', [], latest)
}

/** The conflict that says what holds instead. */
export async function conflictWithCurrent(
  tx: Queries,
  { id: verificationId, status, version }: VerificationToDecide,
  because: DecisionConflict['because'],
  documents: DecisionConflict['documents'],
  known?: LatestEvent | null,
) {
  const latest = known ?? (await findLatestEvent(tx, verificationId))
  return conflict<DecisionConflict>({
    because,
    status,
    version,
    latest: latest && shown(latest),
    documents: documents.map(({ id, type, fileName }) => ({ id, type, fileName })),
  })
}

const shown = ({ actorId: _, version: __, ...latest }: LatestEvent) => latest
