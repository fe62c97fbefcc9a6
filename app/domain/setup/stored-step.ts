import type { Country, Currency, Language, OperationMode, ServiceType, WorkingDay } from '../../vocabulary'
import { splitHours } from './hours'
import type { FormStep, TypedStep } from './step-fields'

/** What is stored of an organization, as far as its setup goes. */
export type StoredSetup = {
  organization: {
    name: string
    legalName: string
    registrationNumber: string
    country: Country
    operationMode: OperationMode
    timeZone: string
    email: string
    phone: string
    address: string
    pickupCountries: Country[]
    deliveryCountries: Country[]
    serviceTypes: ServiceType[]
    autoAcceptOrders: boolean
    orderTimeoutMinutes: number
    allowCod: boolean
    maxWeightKg: number
    maxSizeCm: number
    is247Service: boolean
    pickupHours: string
    deliveryHours: string
    workingDays: WorkingDay[]
    virtualWarehouse: boolean
    platformDelivery: boolean
    platformCustoms: boolean
    internationalShipping: boolean
    autoDispatch: boolean
    customerSelfService: boolean
    defaultLocale: Language
    defaultCurrency: Currency
  }
  branches: readonly {
    name: string
    person: string
    phone: string
    email: string
    address: string
    isPrimary: boolean
  }[]
  brand: {
    name: string
    localName: string
    slogan: string
    primaryColor: string
    secondaryColor: string
    countries: Country[]
  } | null
}

const EMPTY_BRANCH = { name: '', person: '', phone: '', email: '', address: '', isPrimary: true }
/** An amount that nobody has entered yet is left open. */
const amount = (value: number) => (value > 0 ? String(value) : '')

/** Each step's form filled with what is stored. */
export const STORED_STEPS: { [Step in FormStep]: (stored: StoredSetup) => TypedStep<Step> } = {
  basic: ({ organization: { name, legalName, registrationNumber, country, operationMode, ...rest } }) => {
    const { timeZone, email, phone, address } = rest
    return { name, legalName, registrationNumber, country, operationMode, timeZone, email, phone, address }
  },
  contact: ({ branches, organization }) => {
    const { phone, email, address } = organization
    const rows = branches.length > 0 ? branches : [{ ...EMPTY_BRANCH, phone, email, address }]
    return {
      branchName: rows.map((row) => row.name),
      person: rows.map((row) => row.person),
      branchPhone: rows.map((row) => row.phone),
      branchEmail: rows.map((row) => row.email),
      branchAddress: rows.map((row) => row.address),
      primary: String(
        Math.max(
          0,
          rows.findIndex((row) => row.isPrimary),
        ),
      ),
    }
  },
  coverage: ({ organization: { pickupCountries, deliveryCountries, serviceTypes } }) => ({
    pickupCountries,
    deliveryCountries,
    serviceTypes,
  }),
  orders: ({ organization: { autoAcceptOrders, orderTimeoutMinutes, allowCod, maxWeightKg, maxSizeCm } }) => ({
    autoAcceptOrders,
    orderTimeoutMinutes: amount(orderTimeoutMinutes),
    allowCod,
    maxWeightKg: amount(maxWeightKg),
    maxSizeCm: amount(maxSizeCm),
  }),
  hours: ({ organization: { is247Service, pickupHours, deliveryHours, workingDays } }) => {
    const [pickup, delivery] = [splitHours(pickupHours), splitHours(deliveryHours)]
    return {
      is247Service,
      pickupFrom: pickup.from,
      pickupTo: pickup.to,
      deliveryFrom: delivery.from,
      deliveryTo: delivery.to,
      workingDays,
    }
  },
  brand: ({ brand }) => ({
    brandName: brand?.name ?? '',
    localName: brand?.localName ?? '',
    slogan: brand?.slogan ?? '',
    primaryColor: brand?.primaryColor ?? '#0f766e',
    secondaryColor: brand?.secondaryColor ?? '#334155',
    countries: brand?.countries ?? [],
  }),
  settings: ({ organization }) => {
    const { virtualWarehouse, platformDelivery, platformCustoms, internationalShipping } = organization
    const { autoDispatch, customerSelfService, defaultLocale, defaultCurrency } = organization
    const own = { virtualWarehouse, platformDelivery, platformCustoms, internationalShipping }
    return { ...own, autoDispatch, customerSelfService, defaultLocale, defaultCurrency }
  },
}
