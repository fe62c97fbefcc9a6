import { asc, isNotNull, sql } from 'drizzle-orm'
import { COUNT_TABLES, foldCounts } from '../../db/counts'
import type { Database, Queries } from '../../db/engine/database'
import { organizations } from '../../db/schema/organizations'
import { users } from '../../db/schema/users'
import { drawPdf } from '../documents/document-pdf'
import { insertBulkInvites } from './bulk-invites'
import { insertBulkOrganizations } from './bulk-organizations'
import { insertBulkUsers } from './bulk-users'
import { insertBulkVerifications } from './bulk-verifications'
import { fileKey, type Bulk, type Chunk } from './draw'
import { withoutTextIndexes } from './without-text-indexes'

export const BULK_KINDS = ['organizations', 'users', 'verifications', 'invites'] as const
type BulkKind = (typeof BULK_KINDS)[number]
export type BulkCounts = Record<BulkKind, number>
/** Called after each chunk: `done` of `of` rows were asked for so far, `inserted` of them were new. */
export type ReportProgress = (kind: BulkKind, done: number, of: number, inserted: number) => void

type Seeding = {
  db: Database
  documents: { write(key: string, content: Uint8Array): Promise<void> }
  now: () => Date
}

const CHUNK_ROWS = 20_000
const CHOICE_COUNT = 60
const FILES_AT_ONCE = 32
/** Verifications per organization when none are asked for. */
const VERIFICATIONS_EACH = 4

/** Plausible rows in bulk; a second run with the same seed adds only what is missing. */
export async function seedBulk(
  services: Seeding,
  counts: BulkCounts,
  seed: number,
  progress: ReportProgress,
): Promise<void> {
  const { db } = services
  const now = services.now()
  const organizationCount = counts.organizations || Math.ceil(counts.verifications / VERIFICATIONS_EACH)
  const fill = async (kind: BulkKind, count: number, insert: (bulk: Bulk, chunk: Chunk) => Promise<number>) => {
    const insertAll = async (queries: Queries) => {
      let inserted = 0
      for (let from = 1; from <= count; from += CHUNK_ROWS) {
        const to = Math.min(from + CHUNK_ROWS - 1, count)
        inserted += await insert({ db: queries, seed, now }, { from, to })
        progress(kind, to, count, inserted)
      }
    }
    await (count > CHUNK_ROWS ? withoutTextIndexes(db, kind, insertAll) : insertAll(db))
  }

  await fill('organizations', organizationCount, insertBulkOrganizations)
  const organizationIds = await idsOf(db, 'organizations')
  await fill('users', counts.users, (bulk, chunk) => insertBulkUsers(bulk, chunk, organizationIds))
  const staffIds = await idsOf(db, 'staff')
  const sample = drawPdf(SAMPLE)
  await fill('verifications', counts.verifications, async (bulk, chunk) => {
    await writeFiles(services, chunk, seed, sample)
    return insertBulkVerifications(bulk, chunk, { staffIds, organizationCount, sizeBytes: sample.length })
  })
  await fill('invites', counts.invites, (bulk, chunk) => insertBulkInvites(bulk, chunk, { staffIds, organizationIds }))
}

/** Folds the counts and vacuums, as a console has done that ran for a while. */
export async function settleBulk(db: Database): Promise<void> {
  await foldCounts(db)
  for (const counts of COUNT_TABLES) await db.execute(sql`vacuum full ${counts}`)
  await db.execute(sql`vacuum analyze`)
}

const SAMPLE = {
  state: 'Republic of Kazakhstan',
  title: 'Certificate of registration',
  company: 'Sample Company',
  tint: 0,
  lines: [] as [string, string][],
}

async function idsOf(db: Database, of: 'staff' | 'organizations'): Promise<string[]> {
  const rows =
    of === 'staff'
      ? await db
          .select({ id: users.id })
          .from(users)
          .where(isNotNull(users.role))
          .orderBy(asc(users.phone))
          .limit(CHOICE_COUNT)
      : await db.select({ id: organizations.id }).from(organizations).orderBy(asc(organizations.id)).limit(CHOICE_COUNT)
  return rows.map(({ id }) => id)
}

/** Writes the same sample under the key of each document of the chunk. */
async function writeFiles(
  { documents }: Seeding,
  { from, to }: Chunk,
  seed: number,
  sample: Uint8Array,
): Promise<void> {
  for (let start = from; start <= to; start += FILES_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(FILES_AT_ONCE, to - start + 1) }, (_, i) =>
        documents.write(fileKey(seed, start + i), sample),
      ),
    )
}
