import { seedBulk, settleBulk, type BulkCounts, type ReportProgress } from '../app/demo/bulk/bulk.server'
import { eraseRejectedDocuments } from '../app/domain/documents/erase-rejected.server'
import { DEFAULT_PERIODS } from '../app/domain/keeping/periods'
import { fillSearchKeys } from '../app/domain/names/fill-keys.server'
import { fillDueDates } from '../app/domain/verifications/due-dates/due-dates.server'
import { DAY_MS } from '../app/durations'
import type { Services } from '../app/services.server'

type Needs = Pick<Services, 'db' | 'documents' | 'log' | 'now'>

/** Adds made-up rows in bulk, after which a starting console has nothing left to fill in or erase. */
export async function fillBulk(
  services: Needs,
  counts: BulkCounts,
  seed: number,
  progress: ReportProgress,
): Promise<void> {
  await seedBulk(services, counts, seed, progress)
  await fillSearchKeys(services)
  await fillDueDates(services)
  await eraseRejectedDocuments(
    services,
    new Date(services.now().getTime() - DEFAULT_PERIODS.rejectedDocuments * DAY_MS),
  )
  await settleBulk(services.db)
}
