import type { NewDraft } from '../../db/join'
import type { Country, Currency, Language } from '../../vocabulary'

const LANDS: Record<Country, { timeZone: string; currency: Currency }> = {
  KZ: { timeZone: 'Asia/Almaty', currency: 'KZT' },
  CN: { timeZone: 'Asia/Shanghai', currency: 'CNY' },
  RU: { timeZone: 'Europe/Moscow', currency: 'RUB' },
  US: { timeZone: 'America/New_York', currency: 'USD' },
}
const HOME: Country = 'KZ'

/** The time zone that a person starts with, by the country of their phone. */
export const timeZoneOf = (country: Country | null): string => LANDS[country ?? HOME].timeZone

/** The empty draft organization of a logistics provider who has just joined, named after the person until they fill it in. */
export const draftFor = (
  person: { name: string; phone: string; language: Language },
  country: Country | null,
): Omit<NewDraft, 'id' | 'createdAt'> => ({
  name: person.name,
  legalName: '',
  registrationNumber: '',
  country: country ?? HOME,
  operationMode: 'self_operated',
  status: 'draft',
  isTrial: true,
  email: '',
  phone: person.phone,
  address: '',
  timeZone: timeZoneOf(country),
  pickupCountries: [],
  deliveryCountries: [],
  serviceTypes: [],
  autoAcceptOrders: false,
  orderTimeoutMinutes: 30,
  allowCod: false,
  maxWeightKg: 30,
  maxSizeCm: 120,
  is247Service: false,
  pickupHours: '',
  deliveryHours: '',
  workingDays: [],
  virtualWarehouse: false,
  platformDelivery: false,
  platformCustoms: false,
  internationalShipping: false,
  autoDispatch: false,
  customerSelfService: false,
  defaultLocale: person.language,
  defaultCurrency: LANDS[country ?? HOME].currency,
})
