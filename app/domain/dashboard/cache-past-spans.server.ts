import type { Span } from '../../db/dashboard/plots'
import type { Queries } from '../../db/engine/database'
import { CLOCK_TOLERANCE_MS, MINUTE_MS, UNDO_MS } from '../../durations'
import type { Services } from '../../services.server'

/** How long after its span ends a decision can still be undone; nothing else changes past figures. */
const SETTLED_MS = UNDO_MS + CLOCK_TOLERANCE_MS
/** Past figures are re-read after this long, in case somebody changed the data by hand. */
const KEPT_MS = 10 * MINUTE_MS

type Asking = Pick<Services, 'db' | 'now'>

/**
 * Returns the rows of each span, in the order of `spans`, and caches those of finished spans. The `span` of each row is its index in the
 * array passed to `read`.
 */
export function cachePastSpans<Row extends { span: number }>(
  read: (db: Queries, spans: readonly Span[]) => PromiseLike<Row[]>,
) {
  const known = new WeakMap<Asking, { since: number; rows: Map<string, Row[]> }>()

  return async (services: Asking, spans: readonly Span[]): Promise<Row[][]> => {
    const now = services.now().getTime()
    let kept = known.get(services)
    if (!kept || now < kept.since || now > kept.since + KEPT_MS) kept = { since: now, rows: new Map() }
    known.set(services, kept)

    const { rows } = kept
    const asked = spans.filter((span) => !rows.has(nameOf(span)))
    const found = asked.length > 0 ? await read(services.db, asked) : []
    const foundIn = new Map(asked.map((span, place) => [span, found.filter((row) => row.span === place)]))
    for (const [span, its] of foundIn) if (isSettled(span, now)) rows.set(nameOf(span), its)
    return spans.map((span) => foundIn.get(span) ?? rows.get(nameOf(span)) ?? [])
  }
}

const nameOf = ({ from, to }: Span) => `${from.getTime()} ${to?.getTime() ?? ''}`
const isSettled = ({ to }: Span, now: number) => to !== null && to.getTime() + SETTLED_MS < now
