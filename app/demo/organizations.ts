import {
  COUNTRIES,
  OPERATION_MODES,
  SERVICE_TYPES,
  SETUP_STEPS,
  WORKING_DAYS,
  type OrganizationStatus,
} from '../vocabulary'
import type { branches, brands, organizations } from '../db/schema/organizations'
import type { Company } from './companies'
import { itemAt } from './dice'
import { domainOf } from './people'
import { addressIn, LANDS, personOf, placeOf } from './places'
import { registrationNumber } from './registration-number'
import { lengthMs, type World } from './world'
import { PHRASES } from './phrases/phrases'
import { DAY_MS, HOUR_MS } from '../durations'

export type OrganizationRow = typeof organizations.$inferInsert & { id: string }

/** Statuses in turn, so that each country gets each of them. The first is the demo partner's. */
const STATUSES: OrganizationStatus[] = (
  'draft active pending active rejected active approved pending suspended active active draft pending approved active ' +
  'archived pending active rejected approved active pending draft active submitted approved active suspended pending ' +
  'rejected archived'
).split(' ') as OrganizationStatus[]

const SIZES = [40, 60, 80, 120, 160, 240, 330]
const TIMEOUTS_MINUTES = [15, 30, 45, 60, 120]
const COLORS = ['#0f766e', '#1d4ed8', '#b45309', '#be123c', '#4338ca', '#15803d', '#334155', '#a21caf']

export function planOrganization(world: World, company: Company, index: number): OrganizationRow {
  const { dice } = world
  const land = LANDS[company.country]
  const at = placeOf(company.country, index)
  const status = itemAt(STATUSES, index)
  const countries = COUNTRIES.filter((country) => country === company.country || dice.chance(0.35))
  const is247Service = dice.chance(0.25)
  const isRejected = status === 'rejected'
  return {
    id: dice.uuid(),
    name: company.name,
    legalName: company.legalName,
    registrationNumber: registrationNumber(dice, company.country),
    country: company.country,
    operationMode: itemAt(OPERATION_MODES, index),
    status,
    isTrial: status === 'draft' || status === 'submitted' || status === 'pending' || dice.chance(0.3) || isRejected,
    email: `office@${domainOf(company)}`,
    phone: land.phone(dice, 2000 + index),
    address: addressIn(dice, company.country, at),
    timeZone: at.timeZone,
    pickupCountries: countries,
    deliveryCountries: COUNTRIES.filter((country) => countries.includes(country) || dice.chance(0.4)),
    serviceTypes: dice.some(SERVICE_TYPES, dice.between(1, 4)),
    autoAcceptOrders: dice.chance(0.5),
    orderTimeoutMinutes: dice.pick(TIMEOUTS_MINUTES),
    allowCod: dice.chance(0.6),
    maxWeightKg: dice.between(2, 60) * 50,
    maxSizeCm: dice.pick(SIZES),
    is247Service,
    pickupHours: is247Service ? '00:00–24:00' : dice.pick(['08:00–18:00', '09:00–19:00', '09:00–21:00']),
    deliveryHours: is247Service ? '00:00–24:00' : dice.pick(['09:00–20:00', '10:00–18:00', '10:00–22:00']),
    workingDays: is247Service ? [...WORKING_DAYS] : WORKING_DAYS.slice(0, dice.between(5, 6)),
    virtualWarehouse: dice.chance(0.3),
    platformDelivery: dice.chance(0.5),
    platformCustoms: dice.chance(0.4),
    internationalShipping: countries.length > 1,
    autoDispatch: dice.chance(0.5),
    customerSelfService: dice.chance(0.4),
    defaultLocale: land.language,
    defaultCurrency: land.currency,
    setupSteps: SETUP_STEPS.slice(0, status === 'draft' ? 1 + (index % 4) : SETUP_STEPS.length),
    createdAt: world.ago(lengthMs(dice, 2 * HOUR_MS, 20 * DAY_MS)),
  }
}

/** One to four places of an organization, the first of them primary. */
export function planBranches({ dice }: World, of: OrganizationRow, index: number): (typeof branches.$inferInsert)[] {
  const { language, phone } = LANDS[of.country]
  const phrases = PHRASES[language]
  return Array.from({ length: 1 + (index % 4) }, (_, i) => {
    const at = placeOf(of.country, index + i)
    return {
      id: dice.uuid(),
      organizationId: of.id,
      name: i === 0 ? phrases.mainBranch : itemAt(phrases.branches, index + i),
      person: personOf(of.country, index + i + 3),
      phone: i === 0 ? of.phone : phone(dice, 3000 + index * 4 + i),
      email: i === 0 ? of.email : `branch${i}@${of.email.split('@')[1] ?? ''}`,
      address: i === 0 ? of.address : addressIn(dice, of.country, at),
      isPrimary: i === 0,
    }
  })
}

/** None to three trade names. */
export function planBrands(
  { dice }: World,
  of: OrganizationRow,
  company: Company,
  index: number,
): (typeof brands.$inferInsert)[] {
  const { slogans } = PHRASES[LANDS[of.country].language]
  const [firstWord = company.latinName] = company.latinName.split(' ')
  return Array.from({ length: index % 4 }, (_, i) => ({
    id: dice.uuid(),
    organizationId: of.id,
    name: `${firstWord} ${itemAt(['Go', 'Pro', 'Box'], i)}`,
    localName: i === 0 ? of.name : `${of.name} ${itemAt(['Go', 'Pro', 'Box'], i)}`,
    slogan: itemAt(slogans, i),
    primaryColor: itemAt(COLORS, index + i),
    secondaryColor: itemAt(COLORS, index + i + 3),
    countries: of.pickupCountries,
  }))
}
