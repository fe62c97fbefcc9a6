import type { Queries } from '../../db/engine/database'
import type { Listed } from '../../db/engine/in-order'
import { hasEnded } from '../../db/sessions'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { recordAudit } from './audit.server'
import { TakerSignedOut } from './taker-signed-out'
import { withoutPhones } from './without-phones'

/** What an export gives: its rows in the order of the list, read block by block as somebody takes them. */
export type Blocks<Row> = AsyncGenerator<Row[]>

/** What an address narrowed the list by, and the request that takes it out. */
export type Noted = { search: string; requestId: string }

type Exported<Found extends { id: string | number }, Row> = Noted &
  Listed<Found> & {
    list: string
    /** How many there are, as the list says it. */
    total: number
    /** There are more than the list counts. */
    isMore?: boolean
    /** The rows as this person sees them. */
    show: (found: Found[]) => Row[] | Promise<Row[]>
  }

/**
 * A row with some of its fields as this person sees them. It is the row itself, which nobody else has: a copy of each of a million
 * rows takes longer than all that is written of it.
 */
export const shownAs = <Found extends object, Shown extends object>(
  found: Found,
  shown: Shown,
): Omit<Found, keyof Shown> & Shown => Object.assign<Omit<Found, keyof Shown>, Shown>(found, shown)

/** Notes who takes the rows out of the console before the first one is chosen, and gives them. */
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

/** So often the session is asked for: asked with each block of 500 rows, a list took a tenth to a fifth longer. */
const ASKED_EVERY_MS = 1000

/** The rows, cut once the session of whoever takes them was ended, as by a suspension or another role. */
async function* untilSignedOut<Found, Row>(
  blocks: AsyncGenerator<Found[]>,
  show: (found: Found[]) => Row[] | Promise<Row[]>,
  { now, hasLeft }: Pick<Services, 'now'> & { hasLeft: () => Promise<boolean> },
): Blocks<Row> {
  let askedAtMs = now().getTime()
  for await (const found of blocks) {
    const nowMs = now().getTime()
    if (nowMs - askedAtMs >= ASKED_EVERY_MS) {
      if (await hasLeft()) throw new TakerSignedOut()
      askedAtMs = nowMs
    }
    yield show(found)
  }
}
