import type { Queries } from '../../db/engine/database'
import type { Listed } from '../../db/engine/in-order'
import { hasEnded } from '../../db/sessions'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { recordAudit } from './audit.server'
import { ExporterSignedOut } from './exporter-signed-out'
import { withoutPhones } from './without-phones'

/** The rows of an export in list order, read block by block as they are consumed. */
export type Blocks<Row> = AsyncGenerator<Row[]>

/** The query string that narrowed the list, and the id of the export request. */
export type ExportNote = { search: string; requestId: string }

type Exported<Found extends { id: string | number }, Row> = ExportNote &
  Listed<Found> & {
    list: string
    /** The number of rows, as the list shows it. */
    total: number
    /** True when there are more rows than the list counts. */
    isMore?: boolean
    /** The rows as this person sees them. */
    show: (found: Found[]) => Row[] | Promise<Row[]>
  }

/**
 * Replaces fields of a row with what this person may see. Changes the row itself, which nothing else holds: copying each of a million rows
 * takes longer than writing them.
 */
export const overwriteFields = <Found extends object, Shown extends object>(
  found: Found,
  shown: Shown,
): Omit<Found, keyof Shown> & Shown => Object.assign<Omit<Found, keyof Shown>, Shown>(found, shown)

/** Records the export in the audit log before any row is read, then returns the rows. */
export async function exportRows<Found extends { id: string | number }, Row>(
  services: Pick<Services, 'db' | 'readInOrder' | 'now'>,
  actor: Actor,
  { list, total, isMore, show, search, requestId, ...listed }: Exported<Found, Row>,
): Promise<Blocks<Row>> {
  await services.db.transaction((tx: Queries) =>
    recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'list.export',
      objectType: 'list',
      objectId: list,
      after: { total, ...(isMore && { isMore }), ...(search && { search: withoutPhones(search) }) },
      requestId,
    }),
  )
  const hasLeft = () => hasEnded(services.db, actor.sessionId)
  return untilSignedOut(services.readInOrder(listed), show, { now: services.now, hasLeft })
}

/** How often the session is checked; a check with each block of 500 rows made an export a tenth to a fifth slower. */
const ASKED_EVERY_MS = 1000

/** Yields the rows; throws {@link ExporterSignedOut} once the reader's session has ended, as after a suspension or a change of role. */
async function* untilSignedOut<Found, Row>(
  blocks: AsyncGenerator<Found[]>,
  show: (found: Found[]) => Row[] | Promise<Row[]>,
  { now, hasLeft }: Pick<Services, 'now'> & { hasLeft: () => Promise<boolean> },
): Blocks<Row> {
  let askedAtMs = now().getTime()
  for await (const found of blocks) {
    const nowMs = now().getTime()
    if (nowMs - askedAtMs >= ASKED_EVERY_MS) {
      if (await hasLeft()) throw new ExporterSignedOut()
      askedAtMs = nowMs
    }
    yield show(found)
  }
}
