import { seedBulk, settleBulk } from '../app/demo/bulk/bulk.server'
import { fillSearchKeys } from '../app/domain/names/fill-keys.server'
import { fillDueDates } from '../app/domain/verifications/due-dates/due-dates.server'

/** Made-up rows in bulk, on which a console that starts has nothing left to fill in. */
export async function fillBulk(...[services, ...asked]: Parameters<typeof seedBulk>): Promise<void> {
  await seedBulk(services, ...asked)
  await fillSearchKeys(services)
  await fillDueDates(services)
  await settleBulk(services.db)
}
