import type { Queries } from '../../db/engine/database'
import { walkIds, type IdQuery } from '../../db/engine/sql'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { isUuid } from '../../vocabulary'
import { recordAudit } from './audit.server'

/** So many rows are read at once; between them other requests have their turn. With 2000, memory grew seven times as much. */
const BLOCK = 500

/** What an export gives: its rows in the order of the list, read block by block as somebody takes them. */
export type Blocks<Row> = AsyncGenerator<Row[]>

/** What a list has at one instant, packed: some forty bytes a row, outside of what the process has to tidy up. */
async function chooseRows(db: Services['db'], query: IdQuery): Promise<Buffer[]> {
  const packed: Buffer[] = []
  await walkIds(db, query, (ids) => packed.push(Buffer.from(ids.join(' '), 'latin1')))
  return packed
}

function* unpack(packed: readonly Buffer[]): Generator<string[]> {
  for (const step of packed) {
    const ids = step.toString('latin1').split(' ')
    for (let at = 0; at < ids.length; at += BLOCK) yield ids.slice(at, at + BLOCK)
  }
}

/**
 * Chooses the rows at one instant and gives them as they are now: each once, in the order in which they were chosen, however long
 * the reading takes. While somebody takes a block, the next one is read.
 */
async function* inBlocks<Row extends { id: string | number }>(
  db: Services['db'],
  query: IdQuery,
  read: (block: string[]) => Promise<Row[]>,
): Blocks<Row> {
  const blocks = unpack(await chooseRows(db, query))
  const readNext = () => {
    const { value: block } = blocks.next()
    if (!block) return null
    const rows = read(block).then((found) => inOrder(block, found))
    // Nobody may wait for it any more when it fails: whoever does still hears of it.
    rows.catch(() => {})
    return rows
  }
  for (let next = readNext(); next;) {
    const rows = await next
    next = readNext()
    yield rows
  }
}

function inOrder<Row extends { id: string | number }>(block: string[], found: Row[]): Row[] {
  const rows = new Map(found.map((row) => [String(row.id), row]))
  return block.flatMap((id) => rows.get(id) ?? [])
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
  /** How many there are, as the list says it. */
  total: number
  ids: IdQuery
  /** The rows of these ids as they are now, in any order. */
  read: (ids: string[]) => Promise<Row[]>
}

/** Notes who takes the rows out of the console before the first one is chosen, and gives them. */
export async function exportRows<Row extends { id: string | number }>(
  services: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  { list, total, ids, read, search, requestId }: Exported<Row>,
): Promise<Blocks<Row>> {
  await services.db.transaction((tx: Queries) =>
    recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'list.export',
      objectType: 'list',
      objectId: list,
      after: { total, ...(search && { search: withoutPhones(search) }) },
      requestId,
    }),
  )
  return inBlocks(services.db, ids, read)
}
