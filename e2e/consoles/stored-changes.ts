import { randomUUID } from 'node:crypto'
import { asc, eq, like } from 'drizzle-orm'
import { insertInboxEntries } from '../../app/db/inbox'
import { documents } from '../../app/db/schema/documents'
import { messages } from '../../app/db/schema/messages'
import { branches, brands, organizations } from '../../app/db/schema/organizations'
import { reviewPeople } from '../../app/db/schema/reviews'
import { sessions } from '../../app/db/schema/sessions'
import { trustedDevices } from '../../app/db/schema/sign-in'
import { users } from '../../app/db/schema/users'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { readDocumentVerdicts, upsertPrepared } from '../../app/db/verifications/prepared-decisions'
import { searchKey } from '../../app/domain/names/search-key.server'
import { sealText } from '../../app/domain/sealing.server'
import { saveDueDate } from '../../app/domain/verifications/due-dates/due-dates.server'
import type { Services } from '../../app/services.server'
import type { VerificationType } from '../../app/vocabulary'
import { pdfOf, pngFile } from '../../tests/support/files'
import { ADMIN, SUPERADMIN } from '../support/demo-phones'
import {
  askForMore,
  askForRecovery,
  keepViews,
  makeInvite,
  needTwoPeople,
  personAt,
  saveSteps,
  submitSetup,
} from './by-commands'

const NEEDED_DOCUMENTS = ['business_license', 'tax_certificate', 'representative_id'] as const
const AGENTS = ['Chrome/126 Windows', 'Firefox/127 Linux']
const MINUTE_MS = 60_000

type Type = Exclude<VerificationType, 'operation_mode_change'>

/** Organizations with an application and three documents each that nobody has looked at. */
async function addApplications(
  services: Services,
  name: string,
  count: number,
  type: Type = 'initial_registration',
): Promise<void> {
  for (let index = 0; index < count; index += 1) await addOne(services, `${name} ${index + 1}`, index, type)
}

/** One that was asked for another lease and sent it: the old one, rejected, and the new one. */
async function addResubmitted(services: Services, name: string): Promise<void> {
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
}

/** An application with a PDF among its documents that has pages of these sizes. */
async function addPdf(services: Services, name: string, sizes: readonly (readonly [number, number])[]): Promise<void> {
  const { id, organizationId, submittedAt } = await addOne(services, name, 0, 'initial_registration')
  await addDocument(
    services,
    {
      organizationId,
      verificationId: id,
      type: 'lease_agreement',
      fileName: 'lease.pdf',
      status: 'pending',
      uploadedAt: new Date(submittedAt.getTime() + MINUTE_MS),
    },
    { content: pdfOf(sizes), mediaType: 'application/pdf' },
  )
}

/** Branches of the organizations that are called so, one list of names for each of them. */
async function addBranches({ db }: Services, name: string, lists: readonly (readonly string[])[]): Promise<void> {
  const contact = { phone: '+77015550102', email: 'shed@example.com', address: 'Yard 5', isPrimary: false }
  for (const [index, { id }] of (await calledLike(db, name)).entries())
    for (const one of lists[index] ?? [])
      await db.insert(branches).values({ ...contact, organizationId: id, name: one, person: `Head of ${one}` })
}

/** Takes the numbers from the names of the organizations that are called so. */
async function giveOneName({ db }: Services, name: string): Promise<void> {
  for (const { id } of await calledLike(db, name))
    await db.update(organizations).set({ name }).where(eq(organizations.id, id))
}

const calledLike = (db: Services['db'], name: string) =>
  db
    .select({ id: organizations.id })
    .from(organizations)
    .where(like(organizations.name, `${name} %`))
    .orderBy(organizations.name)

/** An organization with an application, a brand and a branch, and a cashier, who all have this name. */
async function giveAllThisName(services: Services, name: string) {
  const { db } = services
  const { id: verificationId, organizationId } = await addOne(services, name, 0, 'initial_registration')
  const [brand] = await db.select().from(brands).limit(1)
  const [staff] = await db.select().from(users).where(eq(users.role, 'cashier')).limit(1)
  if (!brand || !staff) throw new Error('Nothing to name')
  await db.update(organizations).set({ legalName: name }).where(eq(organizations.id, organizationId))
  await db.insert(brands).values({ ...brand, id: randomUUID(), organizationId, name })
  await db.insert(branches).values({
    organizationId,
    name,
    person: name,
    phone: '+77015550103',
    email: 'long@example.com',
    address: name,
    isPrimary: false,
  })
  await db.update(users).set({ username: name }).where(eq(users.id, staff.id))
  return { organizationId, verificationId, userId: staff.id }
}

/** For the superadmin: entries of the inbox, other sessions and browsers, a message that failed, and a decision to agree to. */
async function addWaitingActs(services: Services, name: string): Promise<void> {
  const { db, env } = services
  const now = services.now()
  const userId = (await personAt(services, SUPERADMIN)).id
  const { id, organizationId } = await addOne(services, name, 0, 'bank_account_update')
  for (const userAgent of AGENTS) {
    const who = { userId, userAgent, createdAt: now }
    await db.insert(trustedDevices).values({ ...who, tokenHash: randomUUID(), lastUsedAt: now })
    await db.insert(sessions).values({
      ...who,
      accessTokenHash: randomUUID(),
      accessExpiresAt: now,
      refreshTokenHash: randomUUID(),
      deviceId: randomUUID(),
      address: '198.51.100.7',
      lastSeenAt: now,
      provenAt: now,
    })
  }
  await insertInboxEntries(
    db,
    AGENTS.map(() => ({ userId, kind: 'given_back' as const, organizationId, verificationId: id, at: now })),
  )
  await db.insert(messages).values({
    channel: 'email',
    kind: 'verification.approved',
    to: 'office@example.kz',
    text: sealText(env.sessionSecrets, 'outbox', 'Your application was approved'),
    language: 'en',
    status: 'failed',
    createdAt: now,
    nextAttemptAt: now,
    expiresAt: now,
    organizationId,
  })
  await prepareRejection(services, id, organizationId)
}

async function prepareRejection(services: Services, id: string, organizationId: string): Promise<void> {
  const { db, now } = services
  const at = now()
  const actorId = (await personAt(services, ADMIN)).id
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  const seen = { organizationVersion: organization?.version, papers: await readDocumentVerdicts(db, id) }
  const input = { typed: { reason: 'The bank does not know the account' }, seen }
  await db.insert(reviewPeople).values({ type: 'bank_account_update', people: 2 })
  await db
    .update(verifications)
    .set({ status: 'under_review', reviewerId: actorId, claimedAt: at })
    .where(eq(verifications.id, id))
  await upsertPrepared(db, { verificationId: id, version: 1, action: 'reject', input, actorId, at })
}

type NewDocument = Pick<
  typeof documents.$inferInsert,
  'organizationId' | 'verificationId' | 'type' | 'fileName' | 'status' | 'uploadedAt'
>

type NewFile = { content: Buffer; mediaType: NonNullable<(typeof documents.$inferInsert)['mediaType']> }

async function addDocument(
  { db, documents: store }: Services,
  row: NewDocument,
  { content, mediaType }: NewFile = { content: pngFile(), mediaType: 'image/png' },
): Promise<void> {
  const storageKey = randomUUID()
  await store.write(storageKey, content)
  await db.insert(documents).values({ ...row, mediaType, sizeBytes: content.length, storageKey })
}

async function addOne(services: Services, name: string, index: number, type: Type) {
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

/**
 * What journeys need and do not walk, because no page makes it or another journey walks it: each of these is carried out by the
 * process of the console that is walked through, while it serves. Their arguments and what they give come through JSON.
 */
export const storedChanges = {
  addApplications,
  addPdf,
  addResubmitted,
  addBranches,
  giveOneName,
  giveAllThisName,
  addWaitingActs,
  askForMore,
  askForRecovery,
  keepViews,
  makeInvite,
  needTwoPeople,
  saveSteps,
  submitSetup,
}
