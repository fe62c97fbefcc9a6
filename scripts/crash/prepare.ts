import { inArray } from 'drizzle-orm'
import { verifications } from '../../app/db/schema/verifications'
import { seedBulk } from '../../app/demo/bulk/bulk.server'
import { seedDemo } from '../../app/demo/demo.server'
import { readEnv } from '../../app/env.server'
import { openServices } from '../../app/services.server'
import { OPEN_STATUSES } from '../../app/vocabulary'
import type { Work } from './reviewer'
import { idOfPhone } from './snapshot'

/** An organization has few open applications at once. */
const ORGANIZATIONS = { least: 500, aKill: 25 }
const VERIFICATIONS_EACH = 4

/** Fills the storage with enough to decide on for so many kills; gives the open applications and the ids of those who decide. */
export async function prepare(
  variables: Record<string, string | undefined>,
  { seed, phones, kills }: { seed: number; phones: readonly string[]; kills: number },
) {
  const services = await openServices(readEnv({ ...process.env, MODE: 'demo', LOG_LEVEL: 'error', ...variables }))
  try {
    await seedDemo(services)
    const organizations = Math.max(ORGANIZATIONS.least, ORGANIZATIONS.aKill * kills)
    const counts = { organizations, verifications: VERIFICATIONS_EACH * organizations, users: 100, invites: 0 }
    await seedBulk(services, counts, seed, () => {})
    const works: (Work & { version: number })[] = await services.db
      .select({
        id: verifications.id,
        type: verifications.type,
        status: verifications.status,
        version: verifications.version,
      })
      .from(verifications)
      .where(inArray(verifications.status, OPEN_STATUSES))
    const ids = []
    for (const phone of phones) ids.push(await idOfPhone(services.db, phone))
    return { works, ids }
  } finally {
    await services.close()
  }
}
