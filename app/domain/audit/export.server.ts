import type { Queries } from '../../db/engine/database'
import { walkIds, type IdQuery } from '../../db/engine/sql'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { recordAudit } from './audit.server'

/** So many rows are read at once; between them other requests have their turn. With 2000, memory grew seven times as much. */
const BLOCK = 250

/** What an export gives: its rows in the order of the list, read block by block as somebody takes them. */
export type Blocks<Row> = AsyncGenerator<Row[]>

/** What a list had at one instant, packed: some forty bytes a row, outside of what the process has to tidy up. */
export type Chosen = { total: number; blocks: () => Generator<string[]> }

/** Chooses the rows of an export by the query for their ids, at one instant and in order. */
export async function chooseRows(services: Pick<Services, 'db'>, query: IdQuery): Promise<Chosen> {
  const packed: Buffer[] = []
  let total = 0
  await walkIds(services.db, query, (ids) => {
    total += ids.length
    packed.push(Buffer.from(ids.join(' '), 'latin1'))
  })
  return {
    total,
    blocks: function* () {
      for (const step of packed) {
        const ids = step.toString('latin1').split(' ')
        for (let at = 0; at < ids.length; at += BLOCK) yield ids.slice(at, at + BLOCK)
      }
    },
  }
}

/** The chosen rows as they are now: each once, in the order in which they were chosen, however long the reading takes. */
export async function* inBlocks<Row extends { id: string | number }>(
  chosen: Chosen,
  read: (block: string[]) => Promise<Row[]>,
): Blocks<Row> {
  for (const block of chosen.blocks()) {
    const rows = new Map((await read(block)).map((row) => [String(row.id), row]))
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
      action: 'list.export',
      objectType: 'list',
      objectId: list,
      after: { total, ...(search && { search: withoutPhones(search) }) },
      requestId,
    }),
  )
}
