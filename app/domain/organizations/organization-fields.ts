import type { TextKey } from '../../i18n/keys'
import type { Country, Currency, Language, OperationMode, ServiceType, SetupStep, WorkingDay } from '../../vocabulary'

/** The fixed lists that fields choose from. */
export type Lists = {
  countries: Country
  modes: OperationMode
  services: ServiceType
  days: WorkingDay
  timeZones: string
  languages: Language
  currencies: Currency
}

type Kind =
  | { kind: 'text' | 'lines' | 'registrationNumber'; maxLength: number; optional?: true }
  | { kind: 'phone' | 'email' | 'color' | 'yesNo' }
  | { kind: 'oneOf' | 'someOf'; of: keyof Lists }
  | { kind: 'amount'; unit: 'minute' | 'kilogram' | 'centimeter'; max: number; outside: TextKey }
  | { kind: 'time'; part: 'from' | 'to' }

export type OrganizationField = Kind & {
  label: TextKey
  /** The column and its label, where they differ from the field's own name and label. */
  column?: string
  columnLabel?: TextKey
}

/** The sections that are forms of fields; documents are uploaded one by one. */
export type FormStep = Exclude<SetupStep, 'documents'>

const NAME_MAX_LENGTH = 200
const ADDRESS_MAX_LENGTH = 500

/**
 * The fields of an organization, in the order of its forms: one table for forms, validation, labels, columns and the audit log. The fields
 * of `contact` describe one branch, those of `brand` one brand.
 */
export const ORGANIZATION_FIELDS = {
  basic: {
    name: { kind: 'text', maxLength: NAME_MAX_LENGTH, label: 'organizations:field.name' },
    legalName: { kind: 'text', maxLength: NAME_MAX_LENGTH, label: 'organizations:field.legalName' },
    registrationNumber: {
      kind: 'registrationNumber',
      maxLength: 40,
      label: 'organizations:field.registrationNumber',
    },
    country: { kind: 'oneOf', of: 'countries', label: 'organizations:column.country' },
    operationMode: { kind: 'oneOf', of: 'modes', label: 'organizations:column.mode' },
    timeZone: { kind: 'oneOf', of: 'timeZones', label: 'organizations:field.timeZone' },
    email: { kind: 'email', label: 'organizations:field.email' },
    phone: { kind: 'phone', label: 'organizations:field.phone' },
    address: { kind: 'lines', maxLength: ADDRESS_MAX_LENGTH, label: 'organizations:field.address' },
  },
  contact: {
    name: { kind: 'text', maxLength: NAME_MAX_LENGTH, label: 'setup:field.branchName' },
    person: { kind: 'text', maxLength: NAME_MAX_LENGTH, label: 'organizations:contact.person' },
    phone: { kind: 'phone', label: 'organizations:field.phone' },
    email: { kind: 'email', label: 'organizations:field.email' },
    address: { kind: 'lines', maxLength: ADDRESS_MAX_LENGTH, label: 'organizations:field.address' },
  },
  coverage: {
    pickupCountries: { kind: 'someOf', of: 'countries', label: 'organizations:field.pickupCountries' },
    deliveryCountries: { kind: 'someOf', of: 'countries', label: 'organizations:field.deliveryCountries' },
    serviceTypes: { kind: 'someOf', of: 'services', label: 'organizations:field.serviceTypes' },
  },
  orders: {
    autoAcceptOrders: { kind: 'yesNo', label: 'organizations:field.autoAccept' },
    orderTimeoutMinutes: {
      kind: 'amount',
      unit: 'minute',
      max: 1440,
      outside: 'setup:error.timeoutRange',
      label: 'organizations:field.orderTimeout',
    },
    allowCod: { kind: 'yesNo', label: 'organizations:field.allowCod' },
    maxWeightKg: {
      kind: 'amount',
      unit: 'kilogram',
      max: 100_000,
      outside: 'setup:error.weightRange',
      label: 'organizations:field.maxWeight',
    },
    maxSizeCm: {
      kind: 'amount',
      unit: 'centimeter',
      max: 5000,
      outside: 'setup:error.sizeRange',
      label: 'organizations:field.maxSize',
    },
  },
  hours: {
    is247Service: { kind: 'yesNo', label: 'organizations:field.is247' },
    pickupFrom: {
      kind: 'time',
      part: 'from',
      label: 'setup:field.pickupFrom',
      column: 'pickupHours',
      columnLabel: 'organizations:field.pickupHours',
    },
    pickupTo: { kind: 'time', part: 'to', label: 'setup:field.pickupTo', column: 'pickupHours' },
    deliveryFrom: {
      kind: 'time',
      part: 'from',
      label: 'setup:field.deliveryFrom',
      column: 'deliveryHours',
      columnLabel: 'organizations:field.deliveryHours',
    },
    deliveryTo: { kind: 'time', part: 'to', label: 'setup:field.deliveryTo', column: 'deliveryHours' },
    workingDays: { kind: 'someOf', of: 'days', label: 'organizations:field.workingDays' },
  },
  brand: {
    brandName: { kind: 'text', maxLength: NAME_MAX_LENGTH, label: 'setup:field.brandName', column: 'name' },
    localName: { kind: 'text', maxLength: NAME_MAX_LENGTH, optional: true, label: 'organizations:brand.localName' },
    slogan: { kind: 'text', maxLength: NAME_MAX_LENGTH, optional: true, label: 'organizations:brand.slogan' },
    primaryColor: { kind: 'color', label: 'organizations:brand.primaryColor' },
    secondaryColor: { kind: 'color', label: 'organizations:brand.secondaryColor' },
    countries: { kind: 'someOf', of: 'countries', label: 'organizations:brand.countries' },
  },
  settings: {
    virtualWarehouse: { kind: 'yesNo', label: 'organizations:field.virtualWarehouse' },
    platformDelivery: { kind: 'yesNo', label: 'organizations:field.platformDelivery' },
    platformCustoms: { kind: 'yesNo', label: 'organizations:field.platformCustoms' },
    internationalShipping: { kind: 'yesNo', label: 'organizations:field.internationalShipping' },
    autoDispatch: { kind: 'yesNo', label: 'organizations:field.autoDispatch' },
    customerSelfService: { kind: 'yesNo', label: 'organizations:field.customerSelfService' },
    defaultLocale: { kind: 'oneOf', of: 'languages', label: 'organizations:field.defaultLocale' },
    defaultCurrency: { kind: 'oneOf', of: 'currencies', label: 'organizations:field.defaultCurrency' },
  },
} as const satisfies Record<FormStep, Record<string, OrganizationField>>

/** What stands in no form of the setup, and changes by an application alone; the names are those of the organization's columns. */
export const PROPOSED_FIELDS = {
  bank: {
    bankName: { kind: 'text', maxLength: NAME_MAX_LENGTH, label: 'verifications:proposed.bankName' },
    bankAccount: { kind: 'text', maxLength: NAME_MAX_LENGTH, label: 'verifications:proposed.bankAccount' },
  },
  representative: {
    representativeName: {
      kind: 'text',
      maxLength: NAME_MAX_LENGTH,
      label: 'verifications:proposed.representativeName',
    },
    representativeDocument: {
      kind: 'text',
      maxLength: NAME_MAX_LENGTH,
      label: 'verifications:proposed.representativeDocument',
    },
  },
} as const satisfies Record<string, Record<string, OrganizationField>>

export type ProposedSection = keyof typeof PROPOSED_FIELDS
export type Section = FormStep | ProposedSection

export type FieldsOf<Step extends FormStep> = (typeof ORGANIZATION_FIELDS)[Step]

const SECTIONS: Readonly<Record<Section, Readonly<Record<string, OrganizationField>>>> = {
  ...ORGANIZATION_FIELDS,
  ...PROPOSED_FIELDS,
}

export const isFormStep = (section: string): section is FormStep => Object.hasOwn(ORGANIZATION_FIELDS, section)
export const isSection = (section: string): section is Section => Object.hasOwn(SECTIONS, section)

/** The fields of a section with their names. */
export const fieldsOf = (section: Section): [string, OrganizationField][] => Object.entries(SECTIONS[section])

/** The label of each column that appears in the audit log, where a brand's name appears as `brand`. */
export const COLUMN_LABELS: Readonly<Record<string, TextKey>> = Object.fromEntries(
  (['brand', 'coverage', 'orders', 'hours', 'settings', 'basic'] as const).flatMap((step) =>
    fieldsOf(step)
      .filter(([, field]) => !field.column || field.columnLabel || step === 'brand')
      .map(([name, field]) => [field.column ?? name, field.columnLabel ?? field.label]),
  ),
)
