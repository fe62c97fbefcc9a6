import { inArray } from 'drizzle-orm'
import { NO_STATEMENT_LIMIT_MS, openDatabase } from '../../app/db/engine/open.server'
import { verifications } from '../../app/db/schema/verifications'
import { fillBulk } from '../fill-bulk'
import { seedDemo } from '../../app/demo/demo.server'
import { readEnv } from '../../app/env.server'
import { openServices } from '../../app/services.server'
import { OPEN_STATUSES } from '../../app/vocabulary'
import type { Work } from './reviewer'
import { idOfPhone } from './snapshot'

/** An organization has few open applications at once. */
const ORGANIZATIONS = { least: 500, aKill: 25 }
const VERIFICATIONS_EACH = 4

/** Fills the storage with enough to decide on for this many kills; returns the open applications and the ids of the deciding people. */
export async function prepare(
  variables: Record<string, string | undefined>,
  { seed, phones, kills }: { seed: number; phones: readonly string[]; kills: number },
) {
  const env = readEnv({ ...process.env, MODE: 'demo', LOG_LEVEL: 'error', ...variables })
  const services = await openServices(env)
  try {
    await seedDemo(services)
  } finally {
    await services.close()
  }
  const database = await openDatabase(env, services.log, NO_STATEMENT_LIMIT_MS)
  try {
    const { db } = database
    const organizations = Math.max(ORGANIZATIONS.least, ORGANIZATIONS.aKill * kills)
    const counts = { organizations, verifications: VERIFICATIONS_EACH * organizations, users: 100, invites: 0 }
    await fillBulk({ db, documents: services.documents, log: services.log, now: services.now }, counts, seed, () => {})
    const works: (Work & { version: number })[] = await db
      .select({
        id: verifications.id,
        type: verifications.type,
        status: verifications.status,
        version: verifications.version,
      })
      .from(verifications)
      .where(inArray(verifications.status, OPEN_STATUSES))
    const ids = []
    for (const phone of phones) ids.push(await idOfPhone(db, phone))
    return { works, ids }
  } finally {
    await database.close()
  }
}
