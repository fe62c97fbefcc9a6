import type { Queries } from '../../db/engine/database'
import { listKeepingPeriods, saveKeepingPeriod } from '../../db/keeping'
import { lockKeys } from '../../db/limits'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { conflict, done, forbidden, unchanged, type Outcome } from '../outcome'
import type { KeepingInput } from './keeping-input'
import { periodsOf, SETTABLE_CLASSES, type Periods } from './periods'

/** How long each class is kept now. Public information, so no permit is needed. */
export const readPeriods = async (queries: Queries): Promise<Periods> => periodsOf(await listKeepingPeriods(queries))

async function read(queries: Queries) {
  const rows = await listKeepingPeriods(queries)
  const periods = periodsOf(rows)
  const classes = SETTABLE_CLASSES.map((kept) => ({
    kept,
    days: periods[kept],
    version: rows.find((row) => row.kept === kept)?.version ?? 0,
  }))
  /** Grows with each change. */
  return { classes, version: 1 + classes.reduce((sum, { version }) => sum + version, 0) }
}

export type Keeping = Awaited<ReturnType<typeof read>>

/** The settable periods, with their current values. */
export const readKeeping = ({ db }: Pick<Services, 'db'>, _permit: Permit<'keeping.edit'>) => read(db)

/** True when a period gets shorter, which erases data. */
export const isShortening = ({ classes }: Keeping, input: KeepingInput): boolean =>
  classes.some(({ kept, days }) => input[kept] < days)

/**
 * Changes the periods, from the next tidy-up on. A shorter period is `forbidden` without fresh proof, since erased data cannot be
 * recovered; `conflict` when the periods were changed meanwhile.
 */
export async function changeKeeping(
  services: Services,
  permit: Dated<'keeping.edit'>,
  input: KeepingInput,
  { requestId }: { requestId: string },
): Promise<Outcome<void, Keeping>> {
  return services.db.transaction(async (tx): Promise<Outcome<void, Keeping>> => {
    await lockKeys(tx, ['keeping'])
    const now = await read(tx)
    const changed = now.classes.filter(({ kept, days }) => input[kept] !== days)
    if (changed.length === 0) return unchanged
    if (input.version !== now.version) return conflict(now)
    if (isShortening(now, input) && lacksProof(permit, 'keeping.shorten')) return forbidden
    for (const { kept, version } of changed)
      await saveKeepingPeriod(tx, { kept, days: input[kept], version: version + 1 })
    await recordAudit(tx, {
      at: services.now(),
      actor: permit.actor,
      action: 'keeping.edit',
      objectType: 'settings',
      objectId: 'keeping',
      before: Object.fromEntries(changed.map(({ kept, days }) => [kept, days])),
      after: Object.fromEntries(changed.map(({ kept }) => [kept, input[kept]])),
      requestId,
    })
    return done(undefined)
  })
}
