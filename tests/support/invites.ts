import { randomUUID } from 'node:crypto'
import type { Database } from '../../app/db/database'
import { invites, organizations } from '../../app/db/schema'
import { TEST_START } from './services'

type NewInvite = typeof invites.$inferInsert
type NewOrganization = typeof organizations.$inferInsert

/** Adds an invite code and gives its id: ten uses for logistics providers unless said otherwise. */
export async function addInvite(db: Database, invite: Partial<NewInvite> = {}): Promise<string> {
  const id = invite.id ?? randomUUID()
  await db.insert(invites).values({
    id,
    code: 'INV-7K4M-9QXT-2B8D',
    type: 'invite_logistic_provider',
    maximumUses: 10,
    createdAt: new Date(TEST_START),
    ...invite,
  })
  return id
}

/** Adds an organization and gives its id: an active one in Kazakhstan unless said otherwise. */
export async function addOrganization(db: Database, organization: Partial<NewOrganization> = {}): Promise<string> {
  const id = organization.id ?? randomUUID()
  await db.insert(organizations).values({
    id,
    name: 'Алатау Қойма',
    legalName: 'ТОО «Алатау Қойма»',
    registrationNumber: '180340021791',
    country: 'KZ',
    operationMode: 'hybrid',
    status: 'active',
    isTrial: false,
    email: 'office@alatau.example',
    phone: '+77272000000',
    address: 'Алматы, Абай даңғылы 10',
    timeZone: 'Asia/Almaty',
    pickupCountries: ['KZ'],
    deliveryCountries: ['KZ'],
    serviceTypes: ['standard'],
    autoAcceptOrders: false,
    orderTimeoutMinutes: 30,
    allowCod: false,
    maxWeightKg: 1000,
    maxSizeCm: 120,
    is247Service: false,
    pickupHours: '09:00–18:00',
    deliveryHours: '09:00–20:00',
    workingDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
    virtualWarehouse: false,
    platformDelivery: false,
    platformCustoms: false,
    internationalShipping: false,
    autoDispatch: false,
    customerSelfService: false,
    defaultLocale: 'kk',
    defaultCurrency: 'KZT',
    createdAt: new Date(TEST_START),
    ...organization,
  })
  return id
}
