import { listTableNames, vacuumTable } from '../../db/engine/vacuum'
import type { Services } from '../../services.server'
import { LIMITS } from '../limits/limit'
import { addHit, getHits } from '../limits/limits.server'

/**
 * Once a night, of the embedded database alone: a server does it by itself. Table by table, so that pages have their turn between.
 * One that does not come to its end is begun anew.
 */
export async function vacuumNightly(services: Pick<Services, 'db' | 'env' | 'now'>): Promise<void> {
  const { db, env } = services
  if (env.databaseUrl !== undefined) return
  const ended = { limit: LIMITS.vacuums, subject: 'embedded' }
  const { waitMs } = await db.transaction((tx) => getHits(tx, services, ended))
  if (waitMs > 0) return
  for (const name of await listTableNames(db)) await vacuumTable(db, name)
  await addHit(db, services, ended)
}
