import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import {
  COUNTRIES,
  CURRENCIES,
  LANGUAGES,
  OPERATION_MODES,
  SERVICE_TYPES,
  WORKING_DAYS,
  type SetupStep,
} from '../../vocabulary'
import { normalisePhone } from '../phones/phone.server'
import { ALL_DAY, joinHours } from './hours'
import type { TypedStep } from './step-fields'
import { TIME_ZONES } from './time-zones'

const key = (name: TextKey) => name
const REQUIRED = key('common:error.required')
const NAME_MAX_LENGTH = 200
const ADDRESS_MAX_LENGTH = 500
export const BRANCHES_MAX = 10

/** NUL cannot be stored, and unseen signs alone say nothing. */
const written = (maxLength: number) =>
  z
    .string()
    .transform((value) =>
      value
        .normalize('NFC')
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .refine((value) => value.length <= maxLength, key('setup:error.tooLong'))
const required = (maxLength = NAME_MAX_LENGTH) =>
  written(maxLength).refine((value) => /[\p{L}\p{N}]/u.test(value), REQUIRED)

const phone = required(40).transform((value, context) => {
  const number = normalisePhone(value)
  if (number === null) context.addIssue(key('setup:error.phone'))
  return number ?? ''
})
const email = required().refine((value) => z.email().safeParse(value).success, key('setup:error.email'))
const oneOf = <const Options extends readonly [string, ...string[]]>(options: Options) =>
  z.enum(options, { error: REQUIRED })
const someOf = <const Options extends readonly [string, ...string[]]>(options: Options) =>
  z
    .array(z.enum(options, { error: REQUIRED }))
    .min(1, REQUIRED)
    .transform((chosen) => options.filter((option): option is Options[number] => chosen.includes(option)))
const whole = (min: number, max: number, outside: TextKey) =>
  required(12)
    .refine((value) => /^\d{1,9}$/.test(value), key('setup:error.whole'))
    .transform(Number)
    .refine((value) => value >= min && value <= max, outside)
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const time = required(5).refine((value) => TIME.test(value), key('setup:error.time'))
const color = written(7).refine((value) => value === '' || /^#[0-9a-f]{6}$/i.test(value), key('setup:error.color'))

const basic = z.object({
  name: required(),
  legalName: required(),
  registrationNumber: required(40).refine(
    (value) => /^[\p{L}\p{N}][\p{L}\p{N} ./-]{3,}$/u.test(value),
    key('setup:error.registrationNumber'),
  ),
  country: oneOf(COUNTRIES),
  operationMode: oneOf(OPERATION_MODES),
  timeZone: oneOf(TIME_ZONES),
  email,
  phone,
  address: required(ADDRESS_MAX_LENGTH),
})

const branch = z.object({ name: required(), person: required(), phone, email, address: required(ADDRESS_MAX_LENGTH) })
const contact = z
  .object({
    branches: z.array(branch).min(1, REQUIRED).max(BRANCHES_MAX, key('setup:error.tooManyBranches')),
    primary: z.coerce.number().int().min(0),
  })
  .transform(({ branches, primary }) => {
    const chosen = primary < branches.length ? primary : 0
    return branches.map((one, index) => ({ ...one, isPrimary: index === chosen }))
  })

const coverage = z.object({
  pickupCountries: someOf(COUNTRIES),
  deliveryCountries: someOf(COUNTRIES),
  serviceTypes: someOf(SERVICE_TYPES),
})

const orders = z.object({
  autoAcceptOrders: z.boolean(),
  orderTimeoutMinutes: whole(1, 1440, 'setup:error.timeoutRange'),
  allowCod: z.boolean(),
  maxWeightKg: whole(1, 100_000, 'setup:error.weightRange'),
  maxSizeCm: whole(1, 5000, 'setup:error.sizeRange'),
})

const allDay = z.object({ is247Service: z.literal(true) }).transform(() => ({
  is247Service: true,
  pickupHours: ALL_DAY,
  deliveryHours: ALL_DAY,
  workingDays: [...WORKING_DAYS],
}))
const opened = z
  .object({ pickupFrom: time, pickupTo: time, deliveryFrom: time, deliveryTo: time, workingDays: someOf(WORKING_DAYS) })
  .superRefine((hours, context) => {
    for (const [from, to] of [
      ['pickupFrom', 'pickupTo'],
      ['deliveryFrom', 'deliveryTo'],
    ] as const)
      if (TIME.test(hours[from]) && TIME.test(hours[to]) && hours[from] >= hours[to])
        context.addIssue({ code: 'custom', path: [to], message: key('setup:error.hoursOrder') })
  })
  .transform((hours) => ({
    is247Service: false,
    pickupHours: joinHours(hours.pickupFrom, hours.pickupTo),
    deliveryHours: joinHours(hours.deliveryFrom, hours.deliveryTo),
    workingDays: hours.workingDays,
  }))

/** No brand at all is an answer too; once something is filled in, its name and colours are needed. */
const noBrand = z
  .object({ brandName: z.literal(''), localName: z.literal(''), slogan: z.literal(''), countries: z.tuple([]) })
  .transform(() => null)
const brand = z
  .object({
    brandName: required(),
    localName: written(NAME_MAX_LENGTH),
    slogan: written(NAME_MAX_LENGTH),
    primaryColor: color,
    secondaryColor: color,
    countries: someOf(COUNTRIES),
  })
  .transform(({ brandName, ...rest }) => ({ name: brandName, ...rest, localName: rest.localName || brandName }))

const settings = z.object({
  virtualWarehouse: z.boolean(),
  platformDelivery: z.boolean(),
  platformCustoms: z.boolean(),
  internationalShipping: z.boolean(),
  autoDispatch: z.boolean(),
  customerSelfService: z.boolean(),
  defaultLocale: oneOf(LANGUAGES),
  defaultCurrency: oneOf(CURRENCIES),
})

type Typed<Step extends SetupStep> = Step extends 'documents' ? never : TypedStep<Exclude<Step, 'documents'>>

/** What each step's form says once it is right; issues carry the names of the fields. */
export const STEP_INPUTS = {
  basic: (typed: Typed<'basic'>) => basic.safeParse(typed),
  contact: (typed: Typed<'contact'>) => contact.safeParse({ branches: branchesOf(typed), primary: typed.primary }),
  coverage: (typed: Typed<'coverage'>) => coverage.safeParse(typed),
  orders: (typed: Typed<'orders'>) => orders.safeParse(typed),
  hours: (typed: Typed<'hours'>) => (typed.is247Service ? allDay.safeParse(typed) : opened.safeParse(typed)),
  brand: (typed: Typed<'brand'>) => {
    const isEmpty = noBrand.safeParse(typed)
    return isEmpty.success ? isEmpty : brand.safeParse(typed)
  },
  settings: (typed: Typed<'settings'>) => settings.safeParse(typed),
}

/** The rows of the contact form. */
export const branchesOf = (typed: Typed<'contact'>) =>
  typed.branchName.map((name, index) => ({
    name,
    person: typed.person[index] ?? '',
    phone: typed.branchPhone[index] ?? '',
    email: typed.branchEmail[index] ?? '',
    address: typed.branchAddress[index] ?? '',
  }))
