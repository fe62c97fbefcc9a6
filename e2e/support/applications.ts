import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { documents } from '../../app/db/schema/documents'
import { organizations } from '../../app/db/schema/organizations'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { searchKey } from '../../app/domain/names/search-key.server'
import { saveDueDate } from '../../app/domain/verifications/due-dates/due-dates.server'
import { readEnv } from '../../app/env.server'
import { openServices, type Services } from '../../app/services.server'
import type { VerificationType } from '../../app/vocabulary'
import { pngFile } from '../../tests/support/files'
import { changeStored } from './own-console'

const NEEDED_DOCUMENTS = ['business_license', 'tax_certificate', 'representative_id'] as const
const MINUTE_MS = 60_000

type Type = Exclude<VerificationType, 'operation_mode_change'>

/** Changes what is stored by the services of the console, which starts anew. */
export const changeByServices = (change: (services: Services) => Promise<void>): Promise<void> =>
  changeStored(async (variables) => {
    const services = await openServices(readEnv({ ...process.env, MODE: 'demo', LOG_LEVEL: 'silent', ...variables }))
    try {
      await change(services)
    } finally {
      await services.close()
    }
  })

/** Organizations with an application and three documents each that nobody has looked at. */
export const addApplications = (name: string, count: number, type: Type = 'initial_registration'): Promise<void> =>
  changeByServices(async (services) => {
    for (let index = 0; index < count; index += 1) await addOne(services, `${name} ${index + 1}`, index, type)
  })

/** One that was asked for another lease and sent it: the old one, rejected, and the new one. */
export const addResubmitted = (name: string): Promise<void> =>
  changeByServices(async (services) => {
    const { id, organizationId, submittedAt } = await addOne(services, name, 0, 'initial_registration')
    const after = (minutes: number) => new Date(submittedAt.getTime() + minutes * MINUTE_MS)
    const events = ['review_started', 'info_requested', 'resubmitted'] as const
    await services.db
      .insert(timelineEvents)
      .values(events.map((event, at) => ({ verificationId: id, event, at: after(10 * (at + 1)), version: at + 2 })))
    await services.db.update(verifications).set({ version: 4 }).where(eq(verifications.id, id))
    for (const { fileName, status, minutes } of [
      { fileName: 'lease-old.png', status: 'rejected', minutes: 1 },
      { fileName: 'lease-new.png', status: 'pending', minutes: 25 },
    ] as const)
      await addDocument(services, {
        organizationId,
        verificationId: id,
        type: 'lease_agreement',
        fileName,
        status,
        uploadedAt: after(minutes),
      })
  })

type NewDocument = Pick<
  typeof documents.$inferInsert,
  'organizationId' | 'verificationId' | 'type' | 'fileName' | 'status' | 'uploadedAt'
>

async function addDocument({ db, documents: store }: Services, row: NewDocument): Promise<void> {
  const file = pngFile()
  const storageKey = randomUUID()
  await store.write(storageKey, file)
  await db.insert(documents).values({ ...row, mediaType: 'image/png', sizeBytes: file.length, storageKey })
}

export async function addOne(services: Services, name: string, index: number, type: Type) {
  const { db, now } = services
  const [like] = await db.select().from(organizations).orderBy(asc(organizations.id)).limit(1)
  if (!like) throw new Error('The demonstration has no organization')
  const organizationId = randomUUID()
  const id = randomUUID()
  const submittedAt = new Date(now().getTime() - (60 - index) * MINUTE_MS)
  await db.insert(organizations).values({
    ...like,
    id: organizationId,
    name,
    legalName: `${name} LLP`,
    searchKey: searchKey(name, `${name} LLP`),
    registrationNumber: String(180_440_100_000 + index),
    status: 'pending',
    createdAt: submittedAt,
  })
  await db.insert(verifications).values({ id, organizationId, type, status: 'pending', submittedAt, version: 1 })
  await db.insert(timelineEvents).values({ verificationId: id, event: 'submitted', at: submittedAt, version: 1 })
  await saveDueDate(db, id, submittedAt)
  for (const [at, type] of NEEDED_DOCUMENTS.entries())
    await addDocument(services, {
      organizationId,
      verificationId: id,
      type,
      fileName: `${type}.png`,
      status: 'pending',
      uploadedAt: new Date(submittedAt.getTime() + at),
    })
  return { id, organizationId, submittedAt }
}
