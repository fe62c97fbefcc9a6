import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type {
  Country,
  Currency,
  Language,
  OperationMode,
  OrganizationStatus,
  ServiceType,
  SetupStep,
  WorkingDay,
} from '../../vocabulary'
import { at, EVEN_WRITES, hanSigns, id, keyInitials, keyStart, plainNumber } from './columns'

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: text('name').notNull(),
    legalName: text('legal_name').notNull(),
    registrationNumber: text('registration_number').notNull(),
    country: text('country').$type<Country>().notNull(),
    operationMode: text('operation_mode').$type<OperationMode>().notNull(),
    status: text('status').$type<OrganizationStatus>().notNull(),
    isTrial: boolean('is_trial').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    timeZone: text('time_zone').notNull(),
    /** The bank account and the representative: written when a change of them is approved. */
    bankName: text('bank_name'),
    bankAccount: text('bank_account'),
    representativeName: text('representative_name'),
    representativeDocument: text('representative_document'),
    pickupCountries: text('pickup_countries').array().$type<Country[]>().notNull(),
    deliveryCountries: text('delivery_countries').array().$type<Country[]>().notNull(),
    serviceTypes: text('service_types').array().$type<ServiceType[]>().notNull(),
    autoAcceptOrders: boolean('auto_accept_orders').notNull(),
    orderTimeoutMinutes: integer('order_timeout_minutes').notNull(),
    allowCod: boolean('allow_cod').notNull(),
    maxWeightKg: integer('max_weight_kg').notNull(),
    maxSizeCm: integer('max_size_cm').notNull(),
    is247Service: boolean('is_247_service').notNull(),
    pickupHours: text('pickup_hours').notNull(),
    deliveryHours: text('delivery_hours').notNull(),
    workingDays: text('working_days').array().$type<WorkingDay[]>().notNull(),
    virtualWarehouse: boolean('virtual_warehouse').notNull(),
    platformDelivery: boolean('platform_delivery').notNull(),
    platformCustoms: boolean('platform_customs').notNull(),
    internationalShipping: boolean('international_shipping').notNull(),
    autoDispatch: boolean('auto_dispatch').notNull(),
    customerSelfService: boolean('customer_self_service').notNull(),
    defaultLocale: text('default_locale').$type<Language>().notNull(),
    defaultCurrency: text('default_currency').$type<Currency>().notNull(),
    /** The setup steps that its partner has saved. */
    setupSteps: text('setup_steps').array().$type<SetupStep[]>().notNull().default([]),
    /** Both names as they are searched for: folded and transliterated. */
    searchKey: text('search_key').notNull().default(''),
    /** Why staff gave it the status it has, where a reason was asked for. */
    statusReason: text('status_reason'),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('organizations_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('organizations_name').on(t.name, t.id),
    /** A country's names stand together in the alphabet, because they share a script. */
    index('organizations_country_name').on(t.country, t.name, t.id),
    index('organizations_status_created').on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('organizations_facets').on(t.status, t.operationMode, t.country),
    // The release before reads these two; the next one drops them.
    index('organizations_registration').on(t.country, t.registrationNumber),
    index('organizations_register_trigrams')
      .using('gin', t.legalName.op('gin_trgm_ops'), t.registrationNumber.op('gin_trgm_ops'))
      .with(EVEN_WRITES),
    index('organizations_plain_number').on(t.country, plainNumber(t.registrationNumber)),
    index('organizations_name_trigrams').using('gin', t.name.op('gin_trgm_ops')).with(EVEN_WRITES),
    index('organizations_number_trigrams')
      .using('gin', sql`${plainNumber(t.registrationNumber)} gin_trgm_ops`)
      .with(EVEN_WRITES),
    index('organizations_search_trigrams')
      .using('gin', t.searchKey.op('gin_trgm_ops'), t.phone.op('gin_trgm_ops'), t.email.op('gin_trgm_ops'))
      .with(EVEN_WRITES),
    index('organizations_han').using('gin', hanSigns(t.searchKey)).with(EVEN_WRITES),
    index('organizations_key_start').on(sql`(${keyStart(t.searchKey)})`),
    index('organizations_initials').on(sql`(${keyInitials(t.searchKey)})`),
    /** Next to none exist; the index avoids reading all rows. */
    index('organizations_without_key')
      .on(t.id)
      .where(sql`${t.searchKey} = ''`),
    index('organizations_phone').on(t.phone),
  ],
)

/** A contact of an organization: a place with a phone and an e-mail. */
export const branches = pgTable(
  'branches',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    person: text('person').notNull(),
    phone: text('phone').notNull(),
    email: text('email').notNull(),
    address: text('address').notNull(),
    isPrimary: boolean('is_primary').notNull(),
  },
  (t) => [
    index('branches_organization').on(t.organizationId),
    uniqueIndex('branches_one_primary')
      .on(t.organizationId)
      .where(sql`${t.isPrimary}`),
  ],
)

export const brands = pgTable(
  'brands',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    localName: text('local_name').notNull(),
    slogan: text('slogan').notNull(),
    primaryColor: text('primary_color').notNull(),
    secondaryColor: text('secondary_color').notNull(),
    countries: text('countries').array().$type<Country[]>().notNull(),
  },
  (t) => [index('brands_organization').on(t.organizationId)],
)
