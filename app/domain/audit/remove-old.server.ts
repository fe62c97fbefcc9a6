import { takeTurn } from '../../db/audit/audit'
import { removeAuditRows, listRemovable, type RemovableRow } from '../../db/audit/removals'
import type { Queries } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { recordAudit } from './audit.server'
import { signRemoval } from './removal.server'
import { DAY_MS } from '../../durations'

const TURN = 'audit-removal'
const BLOCK_ROWS = 10_000
/** Rows that are held leave gaps; each span between them is a statement of its own. */
const SPANS_MAX = 500

type Needs = Pick<Services, 'db' | 'env' | 'now'>

/**
 * Takes the days off the log that have ended before an instant, but for rows by and on people under a legal hold. Each span of rows that goes
 * leaves a signed record of where it began and ended, by which the rest stays proved, and each block a row that tells of it.
 */
export async function removeOldAudit({ db, env, now }: Needs, before: Date): Promise<void> {
  const olderThan = new Date(Math.floor(before.getTime() / DAY_MS) * DAY_MS)
  const removeBlock = async (tx: Queries): Promise<number> => {
    const removedAt = now()
    // Whoever does the same meanwhile waits here, and finds nothing left.
    await takeTurn(tx, TURN, removedAt, removedAt)
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

/** Rows whose positions follow each other, as one. */
function spansOf(rows: readonly RemovableRow[]): Span[] {
  const spans: Span[] = []
  for (const { position, previousHash, hash } of rows.toSorted((one, other) => one.position - other.position)) {
    const last = spans.at(-1)
    if (last?.lastPosition === position - 1) Object.assign(last, { lastPosition: position, hash })
    else spans.push({ firstPosition: position, lastPosition: position, previousHash, hash })
  }
  return spans
}
