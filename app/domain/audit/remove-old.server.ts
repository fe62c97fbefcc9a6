import { takeScheduledRun } from '../../db/audit/audit'
import { removeAuditRows, listRemovable, type RemovableRow } from '../../db/audit/removals'
import type { Queries } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { recordAudit } from './audit.server'
import { signRemoval } from './removal.server'
import { DAY_MS } from '../../durations'

const TURN = 'audit-removal'
const BLOCK_ROWS = 10_000
/** Rows under a legal hold leave gaps, and each span between them needs its own statement. */
const SPANS_MAX = 500

type Needs = Pick<Services, 'db' | 'env' | 'now'>

/**
 * Removes whole days of the log that ended before `before`, except rows by and about people under a legal hold. Each removed span leaves a
 * signed record of its ends, which keeps the rest of the chain provable, and each block an audit row.
 */
export async function removeOldAudit({ db, env, now }: Needs, before: Date): Promise<void> {
  const olderThan = new Date(Math.floor(before.getTime() / DAY_MS) * DAY_MS)
  const removeBlock = async (tx: Queries): Promise<number> => {
    const removedAt = now()
    // Another process doing the same waits here, then finds nothing left.
    await takeScheduledRun(tx, TURN, removedAt, removedAt)
    const spans = spansOf(await listRemovable(tx, olderThan, BLOCK_ROWS)).slice(0, SPANS_MAX)
    const last = spans.at(-1)
    if (!last) return 0
    for (const span of spans) await removeAuditRows(tx, signRemoval(env, { ...span, olderThan, removedAt }))
    const total = spans.reduce((sum, { firstPosition, lastPosition }) => sum + lastPosition - firstPosition + 1, 0)
    await recordAudit(tx, {
      at: removedAt,
      actor: null,
      action: 'keeping.remove',
      objectType: 'settings',
      objectId: 'keeping',
      after: { total, olderThan: olderThan.toISOString(), lastPosition: last.lastPosition, lastHash: last.hash },
      requestId: 'tidy-up',
    })
    return total
  }
  while ((await db.transaction(removeBlock)) > 0);
}

type Span = { firstPosition: number; lastPosition: number; previousHash: string; hash: string }

/** Merges rows with consecutive positions into spans. */
function spansOf(rows: readonly RemovableRow[]): Span[] {
  const spans: Span[] = []
  for (const { position, previousHash, hash } of rows.toSorted((one, other) => one.position - other.position)) {
    const last = spans.at(-1)
    if (last?.lastPosition === position - 1) Object.assign(last, { lastPosition: position, hash })
    else spans.push({ firstPosition: position, lastPosition: position, previousHash, hash })
  }
  return spans
}
