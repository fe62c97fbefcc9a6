import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { searchKey } from '../../app/domain/names/search-key.server'
import type { Database } from '../../app/db/engine/database'
import { documents } from '../../app/db/schema/documents'
import { brands, organizations } from '../../app/db/schema/organizations'
import { users } from '../../app/db/schema/users'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { grant, type Ability, type Actor, type Permit } from '../../app/domain/access'
import type { DocumentStatus, Role, TimelineEvent, VerificationStatus, VerificationType } from '../../app/vocabulary'
import type { Services } from '../../app/services.server'
import { TEST_START } from './services'
import { DAY_MS, HOUR_MS } from '../../app/durations'

export const before = (ms: number) => new Date(new Date(TEST_START).getTime() - ms)

let phones = 77_020_000_000

/** A staff member who signed in. */
export async function staff(db: Database, role: Role, username: string): Promise<Actor> {
  const [row] = await db
    .insert(users)
    .values({
      username,
      searchKey: searchKey(username),
      phone: `+${phones++}`,
      status: 'active',
      role,
      createdAt: before(90 * DAY_MS),
    })
    .returning()
  if (!row) throw new Error('no user')
  return { ...row, sessionId: randomUUID(), provenAt: new Date(TEST_START) }
}

/** A partner of an organization. */
export async function partner(
  db: Database,
  organizationId: string,
  more: Partial<typeof users.$inferInsert> = {},
): Promise<Actor> {
  const [row] = await addPartners(db, organizationId, [more])
  if (!row) throw new Error('no user')
  return { ...row, sessionId: randomUUID(), provenAt: new Date(TEST_START) }
}

/** Adds many at once; one statement takes a few thousand. */
export const addPartners = (db: Database, organizationId: string, all: Partial<typeof users.$inferInsert>[]) =>
  db
    .insert(users)
    .values(
      all.map((more) => ({
        username: 'Айгүл Серікқызы',
        phone: `+${phones++}`,
        status: 'active' as const,
        organizationId,
        language: 'kk' as const,
        createdAt: before(60 * DAY_MS),
        ...more,
      })),
    )
    .returning()

export async function organization(db: Database, more: Partial<typeof organizations.$inferInsert> = {}) {
  const { name = 'Steppe Freight', legalName = 'Steppe Freight LLP' } = more
  const [row] = await db
    .insert(organizations)
    .values({
      name,
      legalName,
      searchKey: searchKey(name, legalName),
      registrationNumber: '180440012345',
      country: 'KZ',
      operationMode: 'self_operated',
      status: 'pending',
      isTrial: true,
      email: 'office@steppe.example',
      phone: '+77272000001',
      address: 'Abay Avenue 10, Almaty',
      timeZone: 'Asia/Almaty',
      pickupCountries: ['KZ'],
      deliveryCountries: ['KZ'],
      serviceTypes: ['standard'],
      autoAcceptOrders: false,
      orderTimeoutMinutes: 30,
      allowCod: false,
      maxWeightKg: 1000,
      maxSizeCm: 300,
      is247Service: false,
      pickupHours: '09:00-18:00',
      deliveryHours: '09:00-18:00',
      workingDays: ['mon'],
      virtualWarehouse: false,
      platformDelivery: false,
      platformCustoms: false,
      internationalShipping: false,
      autoDispatch: false,
      customerSelfService: false,
      defaultLocale: 'ru',
      defaultCurrency: 'KZT',
      createdAt: before(60 * DAY_MS),
      ...more,
    })
    .returning()
  if (!row) throw new Error('no organization')
  return row
}

const PATHS: Record<VerificationStatus, TimelineEvent[]> = {
  pending: ['submitted'],
  under_review: ['submitted', 'review_started'],
  need_more_info: ['submitted', 'review_started', 'info_requested'],
  approved: ['submitted', 'review_started', 'approved'],
  rejected: ['submitted', 'review_started', 'rejected'],
}

type Given = Partial<typeof verifications.$inferInsert> & {
  organizationId: string
  type?: VerificationType
  status?: VerificationStatus
  /** Who made the events after the first. */
  reviewer?: Actor
  path?: TimelineEvent[]
}

/** A verification with the history that leads to its state, one event an hour. */
export async function verification(db: Database, { reviewer, path, ...given }: Given) {
  const type = given.type ?? 'initial_registration'
  const status = given.status ?? 'pending'
  const events = path ?? PATHS[status]
  const submittedAt = given.submittedAt ?? before(10 * HOUR_MS)
  const isModeChange = type === 'operation_mode_change'
  const [row] = await db
    .insert(verifications)
    .values({
      type,
      status,
      submittedAt,
      reviewerId: status === 'pending' ? null : reviewer?.id,
      reviewedAt: status === 'approved' || status === 'rejected' ? new Date(submittedAt.getTime() + 2 * HOUR_MS) : null,
      waitingSince: status === 'need_more_info' ? new Date(submittedAt.getTime() + 2 * HOUR_MS) : null,
      version: events.length,
      ...(isModeChange && {
        currentMode: 'self_operated',
        requestedMode: 'hybrid',
        modeReason: 'We open a second hub',
      }),
      ...given,
    })
    .returning()
  if (!row) throw new Error('no verification')
  await db.insert(timelineEvents).values(
    events.map((event, index) => ({
      verificationId: row.id,
      event,
      at: new Date(submittedAt.getTime() + index * HOUR_MS),
      actorId: index === 0 || event === 'resubmitted' ? (given.submittedBy ?? null) : (reviewer?.id ?? null),
      version: index + 1,
      items: event === 'info_requested' ? ['A readable lease'] : [],
    })),
  )
  return row
}

/** Orders documents even when added within one millisecond: they are sorted by upload time. */
let added = 0

export async function addDocument(
  db: Pick<Database, 'insert'>,
  of: { organizationId: string; id: string },
  status: DocumentStatus = 'pending',
  more: Partial<typeof documents.$inferInsert> = {},
) {
  const [row] = await db
    .insert(documents)
    .values({
      organizationId: of.organizationId,
      verificationId: of.id,
      type: 'business_license',
      fileName: 'license.pdf',
      mediaType: 'application/pdf',
      sizeBytes: 1234,
      storageKey: randomUUID(),
      status,
      uploadedAt: before(11 * HOUR_MS - added++),
      ...more,
    })
    .returning()
  if (!row) throw new Error('no document')
  return row
}

/** Stores these bytes as a document's file; its row gets their size. */
export async function keepFile(
  { db, documents: store }: Pick<Services, 'db' | 'documents'>,
  { id, storageKey }: { id: string; storageKey: string },
  content: Uint8Array,
): Promise<void> {
  await store.write(storageKey, content)
  await db.update(documents).set({ sizeBytes: content.byteLength }).where(eq(documents.id, id))
}

export async function addBrand(db: Database, organizationId: string, more: Partial<typeof brands.$inferInsert> = {}) {
  const [row] = await db
    .insert(brands)
    .values({
      organizationId,
      name: 'Steppe Go',
      localName: 'Дала Go',
      slogan: 'On time',
      primaryColor: '#15803d',
      secondaryColor: '#facc15',
      countries: ['KZ', 'CN'],
      ...more,
    })
    .returning()
  if (!row) throw new Error('no brand')
  return row
}

export function permitOf<Asked extends Ability>(actor: Actor, ability: Asked): Permit<Asked> {
  const permit = grant(actor, ability)
  if (!permit) throw new Error(`${actor.role} may not ${ability}`)
  return permit
}

export const reviewing = (actor: Actor) => permitOf(actor, 'verifications.review')
