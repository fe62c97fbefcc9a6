import type { Queries } from '../../db/database'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { recordAudit } from '../audit/audit.server'

/** So many rows are read at once; between them other requests have their turn. With 2000, memory grew seven times as much. */
const BLOCK = 250

/** What an export gives: its rows in the order of the list, read block by block as somebody takes them. */
export type Blocks<Row> = AsyncGenerator<Row[]>

/** Rows by ids that were chosen at one instant: each row once, however long the reading takes. */
export async function* inBlocks<Id extends string | number, Row extends { id: Id }>(
  ids: readonly Id[],
  read: (block: Id[]) => Promise<Row[]>,
): Blocks<Row> {
  for (let at = 0; at < ids.length; at += BLOCK) {
    const block = ids.slice(at, at + BLOCK)
    const rows = new Map((await read(block)).map((row) => [row.id, row]))
    yield block.flatMap((id) => rows.get(id) ?? [])
  }
}

/** The digits of a phone, as people write them; a day and an id are none. */
const PHONE = /\+?\d(?:[\s().-]*\d){6,}/g
const NO_PHONE = /^(?:\d{4}-\d\d-\d\d|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** What a list was narrowed by, without the phones that were searched for. */
function withoutPhones(search: string): string {
  const kept = [...new URLSearchParams(search)].map(([name, value]) => [
    name,
    NO_PHONE.test(value) ? value : value.replace(PHONE, '***'),
  ])
  return `?${new URLSearchParams(kept)}`
}

type Exported = { list: string; search: string; total: number; requestId: string }

/** Notes who took what out of the console, before the first row goes. */
export async function recordExport(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  { list, search, total, requestId }: Exported,
): Promise<void> {
  await db.transaction((tx: Queries) =>
    recordAudit(tx, {
      at: now(),
      actor,
      act: 'list.export',
      objectType: 'list',
      objectId: list,
      after: { total, ...(search && { search: withoutPhones(search) }) },
      requestId,
    }),
  )
}
