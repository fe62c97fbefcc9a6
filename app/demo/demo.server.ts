import type { Database, Queries } from '../db/engine/database'
import { insertDefaultTemplates } from '../db/verifications/templates'
import { auditLog } from '../db/schema/audit'
import { documents } from '../db/schema/documents'
import { invites, redemptions } from '../db/schema/invites'
import { messages } from '../db/schema/messages'
import { inboxEntries, noteMentions, notes } from '../db/schema/notes'
import { branches, brands, organizations } from '../db/schema/organizations'
import { submissions } from '../db/schema/reviews'
import { recoveryRequests, users } from '../db/schema/users'
import { timelineEvents, verifications } from '../db/schema/verifications'
import { planAudit } from './audit-trail'
import { planDemo, type Demo } from './demo'
import { drawPdf } from './documents/document-pdf'
import { drawPng } from './documents/document-png'
import { planSubmissions } from './submissions'
import type { Sheet } from './documents/plan-documents'
import { claimForDemo, isSeeded, isSomebodys } from './whose.server'

type Seeding = {
  env: { isDemo: boolean }
  db: Database
  documents: { write(key: string, content: Uint8Array): Promise<void> }
  now: () => Date
}

const DEMO_SEED = 20_260_301
const FILES_AT_ONCE = 16

/**
 * Fills a database with a platform at work, in one transaction; throws outside demo mode, or when the database has somebody's data. If
 * several processes start together, one does it and the others wait for it.
 */
export async function seedDemo({ env, db, documents: store, now }: Seeding): Promise<void> {
  if (!env.isDemo) throw new Error('Demo data is for demo mode only')
  if (await isSomebodys(db)) throw new Error("Demo data is not for a database with somebody's data")
  if (await isSeeded({ db })) return
  const startedAt = now()
  const demo = planDemo(startedAt, DEMO_SEED)
  const sizes = await writeDocuments(store, demo.sheets)
  await db.transaction(async (tx) => {
    const isOurs = await claimForDemo(tx, `${DEMO_SEED} at ${startedAt.toISOString()}`)
    if (isOurs) await insertDemo(tx, demo, sizes, startedAt)
  })
}

async function insertDemo(tx: Queries, demo: Demo, sizes: Map<string, number>, startedAt: Date): Promise<void> {
  await tx.insert(organizations).values(demo.organizations)
  await tx.insert(users).values(demo.people.map(({ row }) => row))
  await tx.insert(branches).values(demo.branches)
  await tx.insert(brands).values(demo.brands)
  await tx.insert(verifications).values(demo.applications.map(({ row }) => row))
  await tx.insert(timelineEvents).values(demo.applications.flatMap(({ events }) => events))
  await tx
    .insert(documents)
    .values(demo.sheets.map(({ row }) => ({ ...row, sizeBytes: sizes.get(row.storageKey) ?? 0 })))
  await insertDefaultTemplates(tx, startedAt)
  await tx.insert(submissions).values(planSubmissions(demo.applications))
  await tx.insert(invites).values(demo.invites)
  await tx.insert(redemptions).values(demo.redemptions)
  await tx.insert(messages).values(demo.messages)
  await tx.insert(notes).values(demo.notes)
  await tx.insert(noteMentions).values(demo.noteMentions)
  await tx.insert(inboxEntries).values(demo.inboxEntries)
  await tx.insert(recoveryRequests).values(demo.recoveryRequests)
  await tx.insert(auditLog).values(planAudit(demo))
}

/** Draws and stores the documents; returns the size of each file by its key. */
async function writeDocuments(store: Seeding['documents'], sheets: Sheet[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (let start = 0; start < sheets.length; start += FILES_AT_ONCE)
    await Promise.all(
      sheets.slice(start, start + FILES_AT_ONCE).map(async ({ row, sample }) => {
        const file = row.mediaType === 'application/pdf' ? drawPdf(sample) : await drawPng(sample)
        sizes.set(row.storageKey, file.length)
        await store.write(row.storageKey, file)
      }),
    )
  return sizes
}
