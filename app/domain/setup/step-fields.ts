import type { SetupStep } from '../../vocabulary'

/** How each field of a step's form is sent: once, several times, or as a tick. */
type FieldKind = 'text' | 'list' | 'tick'

/** The steps that are forms of fields; documents are uploaded one by one. */
export type FormStep = Exclude<SetupStep, 'documents'>

export const STEP_FIELDS = {
  basic: {
    name: 'text',
    legalName: 'text',
    registrationNumber: 'text',
    country: 'text',
    operationMode: 'text',
    timeZone: 'text',
    email: 'text',
    phone: 'text',
    address: 'text',
  },
  contact: {
    branchName: 'list',
    person: 'list',
    branchPhone: 'list',
    branchEmail: 'list',
    branchAddress: 'list',
    primary: 'text',
  },
  coverage: { pickupCountries: 'list', deliveryCountries: 'list', serviceTypes: 'list' },
  orders: {
    autoAcceptOrders: 'tick',
    orderTimeoutMinutes: 'text',
    allowCod: 'tick',
    maxWeightKg: 'text',
    maxSizeCm: 'text',
  },
  hours: {
    is247Service: 'tick',
    pickupFrom: 'text',
    pickupTo: 'text',
    deliveryFrom: 'text',
    deliveryTo: 'text',
    workingDays: 'list',
  },
  brand: {
    brandName: 'text',
    localName: 'text',
    slogan: 'text',
    primaryColor: 'text',
    secondaryColor: 'text',
    countries: 'list',
  },
  settings: {
    virtualWarehouse: 'tick',
    platformDelivery: 'tick',
    platformCustoms: 'tick',
    internationalShipping: 'tick',
    autoDispatch: 'tick',
    customerSelfService: 'tick',
    defaultLocale: 'text',
    defaultCurrency: 'text',
  },
} as const satisfies Record<FormStep, Record<string, FieldKind>>

type Kinds = { text: string; list: string[]; tick: boolean }

/** The fields of a step as they were typed. */
export type TypedStep<Step extends FormStep = FormStep> = Step extends FormStep
  ? { -readonly [Field in keyof (typeof STEP_FIELDS)[Step]]: Kinds[(typeof STEP_FIELDS)[Step][Field] & FieldKind] }
  : never

const LIST_MAX = 50

/** Takes a step's fields from its form, and no other ones. */
export function readTypedStep<Step extends FormStep>(step: Step, form: FormData): TypedStep<Step> {
  const texts = (name: string) =>
    form
      .getAll(name)
      .filter((value) => typeof value === 'string')
      .slice(0, LIST_MAX)
  const read = {
    text: (name: string) => texts(name)[0] ?? '',
    list: texts,
    tick: (name: string) => texts(name).length > 0,
  }
  const fields: [string, FieldKind][] = Object.entries(STEP_FIELDS[step])
  return Object.fromEntries(fields.map(([name, kind]) => [name, read[kind](name)])) as TypedStep<Step>
}
