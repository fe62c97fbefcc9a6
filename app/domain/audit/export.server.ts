import type { Queries } from '../../db/engine/database'
import { walkIds, type IdQuery } from '../../db/engine/sql'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { isUuid } from '../../vocabulary'
import { recordAudit } from './audit.server'

/** So many rows are read at once; between them other requests have their turn. With 2000, memory grew seven times as much. */
const BLOCK = 250

/** What an export gives: its rows in the order of the list, read block by block as somebody takes them. */
export type Blocks<Row> = AsyncGenerator<Row[]>

/** What a list had at one instant, packed: some forty bytes a row, outside of what the process has to tidy up. */
type Chosen = { total: number; blocks: () => Generator<string[]> }

/** Chooses the rows of an export by the query for their ids, at one instant and in order. */
async function chooseRows(services: Pick<Services, 'db'>, query: IdQuery): Promise<Chosen> {
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
async function* inBlocks<Row extends { id: string | number }>(
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
const DAY = /^\d{4}-\d\d-\d\d$/
const isNoPhone = (value: string): boolean => DAY.test(value) || isUuid(value)

/** What a list was narrowed by, without the phones that were searched for. */
function withoutPhones(search: string): string {
  const kept = [...new URLSearchParams(search)].map(([name, value]) => [
    name,
    isNoPhone(value) ? value : value.replace(PHONE, '***'),
  ])
  return `?${new URLSearchParams(kept)}`
}

/** What an address narrowed the list by, and the request that takes it out. */
export type Noted = { search: string; requestId: string }

type Exported<Row> = Noted & {
  list: string
  ids: IdQuery
  /** The rows of these ids as they are now, in any order. */
  read: (ids: string[]) => Promise<Row[]>
}

/** Chooses the rows at one instant, notes who takes them out of the console before the first one goes, and gives them. */
export async function exportRows<Row extends { id: string | number }>(
  services: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  { list, ids, read, search, requestId }: Exported<Row>,
): Promise<Blocks<Row>> {
  const chosen = await chooseRows(services, ids)
  await services.db.transaction((tx: Queries) =>
    recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'list.export',
      objectType: 'list',
      objectId: list,
      after: { total: chosen.total, ...(search && { search: withoutPhones(search) }) },
      requestId,
    }),
  )
  return inBlocks(chosen, read)
}
