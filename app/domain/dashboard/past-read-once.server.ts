import type { Span } from '../../db/dashboard/plots'
import type { Queries } from '../../db/engine/database'
import { CLOCK_TOLERANCE_MS, MINUTE_MS, UNDO_MS } from '../../durations'
import type { Services } from '../../services.server'

/** A decision can be undone for so long after the span that it was made in; nothing else changes the past. */
const SETTLED_MS = UNDO_MS + CLOCK_TOLERANCE_MS
/** Read anew after so long, should somebody have changed the past by hand. */
const KEPT_MS = 10 * MINUTE_MS

type Asking = Pick<Services, 'db' | 'now'>

/** The rows of each span, in the order of the spans; those of a span that is over are kept. `read` numbers the spans that it is given from 0. */
export function pastReadOnce<Row extends { span: number }>(
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
