import { listTableNames, vacuumTable } from '../../db/engine/vacuum'
import type { Services } from '../../services.server'
import { LIMITS } from '../limits/limit'
import { addHit, getHits } from '../limits/limits.server'

/**
 * Vacuums the embedded database once a night; a PostgreSQL server does so by itself. Goes table by table, so that pages are served in
 * between. A run that did not finish is started again.
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
