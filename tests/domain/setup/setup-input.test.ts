import { describe, expect, it } from 'vitest'
import { fieldsOf, type OrganizationField } from '../../../app/domain/organizations/organization-fields'
import { fieldInput, stepInput, type Reading } from '../../../app/domain/setup/input.server'
import { changesOf } from '../../../app/domain/setup/section-changes'
import { nextSetupStep, progressOf } from '../../../app/domain/setup/setup-steps'
import { LANGUAGES, SETUP_STEPS, type Country, type Language } from '../../../app/vocabulary'
import { allTexts } from '../../support/texts'

const FILLED = {
  basic: {
    name: 'Дала Жүк',
    legalName: '«Дала Жүк» ЖШС',
    registrationNumber: '110940800947',
    country: 'KZ',
    operationMode: 'hybrid',
    timeZone: 'Asia/Almaty',
    email: 'office@dala.example',
    phone: '8 701 123 45 67',
    address: 'Алматы қ., Сәтбаев көшесі, 214',
  },
  contact: {
    branches: [
      {
        name: 'Бас кеңсе',
        person: 'Ерлан',
        phone: '+77011234567',
        email: 'a@dala.example',
        address: 'Алматы',
        row: '0',
      },
      {
        name: 'Склад',
        person: 'Ольга',
        phone: '+7 495 123-45-67',
        email: 'b@dala.example',
        address: 'Москва',
        row: '1',
      },
    ],
    primary: '1',
  },
  coverage: { pickupCountries: ['RU', 'KZ'], deliveryCountries: ['CN'], serviceTypes: ['express'] },
  orders: { autoAcceptOrders: 'on', orderTimeoutMinutes: '30', maxWeightKg: '1000', maxSizeCm: '300' },
  hours: {
    pickupFrom: '09:00',
    pickupTo: '18:00',
    deliveryFrom: '10:00',
    deliveryTo: '22:00',
    workingDays: ['fri', 'mon'],
  },
  brand: {
    brandName: 'Dala Go',
    localName: '',
    slogan: '',
    primaryColor: '#0f766e',
    secondaryColor: '#334155',
    countries: ['KZ'],
  },
  settings: {
    platformDelivery: 'on',
    internationalShipping: 'on',
    defaultLocale: 'kk',
    defaultCurrency: 'KZT',
  },
}
type Step = keyof typeof FILLED
const READING: Reading = { language: 'en', country: 'KZ' }
const check = (step: Step, changes: Record<string, unknown> = {}, reading = READING) =>
  stepInput(step, reading).safeParse({ ...FILLED[step], ...changes })
const errorsOf = (step: Step, changes: Record<string, unknown>) =>
  Object.fromEntries(check(step, changes).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
const inputOf = (step: Step, changes: Record<string, unknown> = {}) => check(step, changes).data?.input

describe('accepted setup input', () => {
  it.each(Object.keys(FILLED) as Step[])('the %s step is valid when filled in', (step) => {
    expect(check(step)).toMatchObject({ success: true, data: { step } })
  })

  it('a phone is stored in one format', () => {
    expect(inputOf('basic')).toMatchObject({ phone: '+77011234567' })
  })

  it.each([
    ['US', '415 555 2671', '+14155552671'],
    ['US', '701 223 45 67', '+17012234567'],
    ['CN', '138 0013 8000', '+8613800138000'],
    ['RU', '495 123 45 67', '+74951234567'],
    ['KZ', '701 123 45 67', '+77011234567'],
    ['US', '+7 701 123 45 67', '+77011234567'],
    ['KZ', '415 555 2671', null],
    ['KZ', '495 123 45 67', null],
    ['US', '8 701 123 45 67', null],
    ['', '701 123 45 67', null],
  ])('a phone without a country code is read by the country of the form only: %s %s', (country, phone, kept) => {
    const judged = errorsOf('basic', { country, phone })
    if (kept === null) expect(judged.phone).toBe('setup:error.phone')
    else expect(inputOf('basic', { country, phone })).toMatchObject({ phone: kept })
  })

  it('the phone of a branch is read by the country of its organization', () => {
    const branches = [{ ...FILLED.contact.branches[0], phone: '415 555 2671' }]
    const phoneIn = (country: Country) => check('contact', { branches }, { language: 'en', country }).data?.input
    expect(phoneIn('US')).toMatchObject([{ phone: '+14155552671' }])
    expect(phoneIn('KZ')).toBeUndefined()
  })

  it.each(['\u200eoffice@dala.example\u200e', 'office＠dala．example', ' office@dala.example'])(
    'an e-mail is stored without invisible marks and full-width characters: %j',
    (email) => {
      expect(inputOf('basic', { email })).toMatchObject({ email: 'office@dala.example' })
    },
  )

  it.each<[Language, string, number | null]>([
    ['en', '100,000', 100_000],
    ['zh', '１，０００', 1000],
    ['zh', '１００', 100],
    ['ru', '100 000', 100_000],
    ['kk', '100\u00a0000', 100_000],
    ['ru', '100\u202f000', 100_000],
    ['en', '100 000', 100_000],
    ['ru', '1,000', null],
    ['kk', '1,000', null],
    ['en', '1.5', null],
    ['en', '1,5', null],
    ['en', '10,00', null],
    ['en', '1.000', null],
  ])('a number is read with the digit grouping of the reader’s language: %s %j', (language, maxWeightKg, kept) => {
    const { data, error } = check('orders', { maxWeightKg }, { language, country: null })
    if (kept === null) expect(error?.issues.map(({ message }) => message)).toEqual(['setup:error.whole'])
    else expect(data?.input).toMatchObject({ maxWeightKg: kept })
  })

  it('a name is stored in composed Unicode form', () => {
    expect(inputOf('basic', { name: 'Жай\u0438\u0306' })).toMatchObject({ name: 'Жайй' })
  })

  it('a name typed on several lines is stored on one', () => {
    expect(inputOf('basic', { name: 'Дала\r\n\tЖүк' })).toMatchObject({ name: 'Дала Жүк' })
  })

  it.each<[string, Step, Record<string, unknown>]>([
    ['names of 200 signs', 'basic', { name: 'a'.repeat(200), legalName: 'a'.repeat(200) }],
    ['an address of 500 signs', 'basic', { address: 'a'.repeat(500) }],
    ['a registration number of 40 signs', 'basic', { registrationNumber: '1'.repeat(40) }],
    ['an e-mail of 200 signs', 'basic', { email: `${'a'.repeat(187)}@dala.example` }],
    ['ten branches', 'contact', { branches: Array.from({ length: 10 }, () => FILLED.contact.branches[0]) }],
    ['the least of orders', 'orders', { orderTimeoutMinutes: '1', maxWeightKg: '1', maxSizeCm: '1' }],
    ['the most of orders', 'orders', { orderTimeoutMinutes: '1440', maxWeightKg: '100000', maxSizeCm: '5000' }],
    ['the first and the last minute of a day', 'hours', { pickupFrom: '00:00', pickupTo: '23:59' }],
    ['a colour in capitals', 'brand', { primaryColor: '#0F766E' }],
  ])('takes %s', (_, step, changes) => {
    expect(errorsOf(step, changes)).toEqual({})
  })

  it('a brand without a local name gets its own name as the local one', () => {
    expect(inputOf('brand')).toMatchObject({ name: 'Dala Go', localName: 'Dala Go' })
    expect(inputOf('brand', { localName: 'Дала Гоу' })).toMatchObject({ localName: 'Дала Гоу' })
  })

  it('a registration number of four characters is valid', () => {
    expect(inputOf('basic', { registrationNumber: '12-7' })).toMatchObject({ registrationNumber: '12-7' })
  })

  it.each([
    ['1109\u00a04080\u20090947', '1109 4080 0947'],
    ['91\u2013440\u2212101 \u2014 0001', '91-440-101 - 0001'],
    ['\ufeff91440101\u200b0001', '914401010001'],
    ['９１４４０１０１ＭＡ０１－２', '91440101MA01-2'],
  ])('a pasted registration number loses odd spaces, dashes and full-width digits: %j', (registrationNumber, kept) => {
    expect(inputOf('basic', { registrationNumber })).toMatchObject({ registrationNumber: kept })
  })

  it.each([
    ['４５', 45],
    ['1 440', 1440],
    ['1\u00a0440', 1440],
    ['1\u202f440', 1440],
  ])('a pasted number is read with full-width digits and grouping spaces: %j', (orderTimeoutMinutes, kept) => {
    expect(inputOf('orders', { orderTimeoutMinutes })).toMatchObject({ orderTimeoutMinutes: kept })
  })

  it('exactly one branch is primary: the chosen one, or the first when that is gone', () => {
    const primaries = (primary: string) =>
      (inputOf('contact', { primary }) as { isPrimary: boolean }[]).map(({ isPrimary }) => isPrimary)
    expect(primaries('1')).toEqual([false, true])
    expect(primaries('7')).toEqual([true, false])
  })

  it('the primary branch is named by its row number, which stays when another row is removed', () => {
    const [, second] = FILLED.contact.branches
    const third = { ...second, row: '2' }
    const input = inputOf('contact', { branches: [second, third], primary: '2' }) as { isPrimary: boolean }[]
    expect(input.map(({ isPrimary }) => isPrimary)).toEqual([false, true])
    expect(input[0]).not.toHaveProperty('row')
  })

  it('a single choice becomes a list of one, and a missing checkbox means no', () => {
    expect(inputOf('coverage', { pickupCountries: 'KZ' })).toMatchObject({ pickupCountries: ['KZ'] })
    expect(inputOf('orders')).toMatchObject({ autoAcceptOrders: true, allowCod: false })
  })

  it('choices are stored in their fixed order without duplicates', () => {
    expect(inputOf('coverage', { pickupCountries: ['RU', 'KZ', 'RU'] })).toMatchObject({
      pickupCountries: ['KZ', 'RU'],
    })
  })

  it('round-the-clock service needs no hours and covers the whole week', () => {
    const noHours = { pickupFrom: '', pickupTo: '', deliveryFrom: '', deliveryTo: '', workingDays: [] }
    expect(inputOf('hours', { is247Service: 'on', ...noHours })).toEqual({
      is247Service: true,
      pickupHours: '00:00–24:00',
      deliveryHours: '00:00–24:00',
      workingDays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    })
  })

  it('an empty brand name without countries means no brand', () => {
    expect(inputOf('brand', { brandName: '', countries: [] })).toBeNull()
  })
})

describe('refused setup input, with the error at its field', () => {
  const REQUIRED = 'common:error.required'
  const CHOICE = 'common:error.choiceRequired'
  const TICKS = 'common:error.ticksRequired'
  const long = 'a'.repeat(201)
  const [BRANCH] = FILLED.contact.branches

  it('more than ten branches are refused', () => {
    const branches = Array.from({ length: 11 }, () => BRANCH)
    expect(errorsOf('contact', { branches })).toEqual({ branches: 'setup:error.tooManyBranches' })
  })

  it.each(Object.keys(FILLED) as Step[])('an empty %s step reports only missing values', (step) => {
    const judged = stepInput(step, READING, { isBrandNeeded: true }).safeParse({})
    for (const { message } of judged.error?.issues ?? []) expect([REQUIRED, CHOICE, TICKS]).toContain(message)
  })

  it.each<[Step, Record<string, unknown>, Record<string, string>]>([
    ['basic', { name: ' \u200b ' }, { name: REQUIRED }],
    ['basic', { name: '🚚🚚' }, { name: 'setup:error.noLetters' }],
    ['basic', { address: '— …' }, { address: 'setup:error.noLetters' }],
    ['basic', { legalName: long }, { legalName: 'setup:error.tooLong' }],
    ['basic', { registrationNumber: '127' }, { registrationNumber: 'setup:error.registrationNumber' }],
    ['basic', { registrationNumber: '12_7' }, { registrationNumber: 'setup:error.registrationNumber' }],
    ['basic', { registrationNumber: '-1277' }, { registrationNumber: 'setup:error.registrationNumber' }],
    ['basic', { registrationNumber: '1'.repeat(41) }, { registrationNumber: 'setup:error.registrationNumber' }],
    ['basic', { country: '' }, { country: CHOICE }],
    ['basic', { country: 'FR' }, { country: CHOICE }],
    ['basic', { operationMode: '' }, { operationMode: CHOICE }],
    ['basic', { timeZone: 'Mars/Base' }, { timeZone: CHOICE }],
    ['basic', { email: 'office@' }, { email: 'setup:error.email' }],
    ['basic', { email: `${'a'.repeat(188)}@dala.example` }, { email: 'setup:error.tooLong' }],
    ['basic', { phone: '12' }, { phone: 'setup:error.phone' }],
    ['basic', { phone: '7'.repeat(41) }, { phone: 'setup:error.phone' }],
    ['basic', { phone: '' }, { phone: REQUIRED }],
    ['basic', { address: 'a'.repeat(501) }, { address: 'setup:error.addressTooLong' }],
    ['contact', { branches: [BRANCH, { ...BRANCH, person: '' }] }, { 'branches.1.person': REQUIRED }],
    ['contact', { branches: [{ ...BRANCH, phone: 'x' }, BRANCH] }, { 'branches.0.phone': 'setup:error.phone' }],
    ['contact', { branches: undefined }, { branches: REQUIRED }],
    ['contact', { branches: ['x', null] }, { 'branches.0': REQUIRED, 'branches.1': REQUIRED }],
    ['coverage', { pickupCountries: [] }, { pickupCountries: TICKS }],
    ['coverage', { serviceTypes: ['teleport'] }, { serviceTypes: TICKS }],
    ['orders', { orderTimeoutMinutes: '' }, { orderTimeoutMinutes: REQUIRED }],
    ['orders', { orderTimeoutMinutes: '0' }, { orderTimeoutMinutes: 'setup:error.timeoutRange' }],
    ['orders', { orderTimeoutMinutes: '1441' }, { orderTimeoutMinutes: 'setup:error.timeoutRange' }],
    ['orders', { maxWeightKg: '1.5' }, { maxWeightKg: 'setup:error.whole' }],
    ['orders', { maxWeightKg: '1 5' }, { maxWeightKg: 'setup:error.whole' }],
    ['orders', { maxWeightKg: '100001' }, { maxWeightKg: 'setup:error.weightRange' }],
    ['orders', { maxWeightKg: '-5' }, { maxWeightKg: 'setup:error.weightRange' }],
    ['orders', { maxWeightKg: '10000000000' }, { maxWeightKg: 'setup:error.weightRange' }],
    ['orders', { maxWeightKg: '1'.repeat(13) }, { maxWeightKg: 'setup:error.weightRange' }],
    ['orders', { maxSizeCm: '5001' }, { maxSizeCm: 'setup:error.sizeRange' }],
    ['hours', { pickupTo: '09:00' }, { pickupTo: 'setup:error.hoursOrder' }],
    ['hours', { deliveryFrom: '25:00' }, { deliveryFrom: 'setup:error.time' }],
    ['hours', { deliveryTo: '22:00:00' }, { deliveryTo: 'setup:error.time' }],
    ['hours', { workingDays: [] }, { workingDays: TICKS }],
    ['brand', { brandName: '' }, { brandName: REQUIRED }],
    ['brand', { countries: [] }, { countries: TICKS }],
    ['basic', { name: ['two', 'names'] }, { name: REQUIRED }],
    ['brand', { primaryColor: 'red' }, { primaryColor: 'setup:error.color' }],
    ['brand', { primaryColor: '#0f766e00' }, { primaryColor: 'setup:error.color' }],
    ['settings', { defaultLocale: 'fr' }, { defaultLocale: CHOICE }],
    ['settings', { defaultCurrency: '' }, { defaultCurrency: CHOICE }],
  ])('%s with %j is refused', (step, changes, errors) => {
    expect(errorsOf(step, changes)).toEqual(errors)
  })
})

describe('input without letters or digits', () => {
  const OWN: Partial<Record<OrganizationField['kind'], string>> = {
    text: 'setup:error.noLetters',
    lines: 'setup:error.noLetters',
    registrationNumber: 'setup:error.registrationNumber',
    phone: 'setup:error.phone',
    email: 'setup:error.email',
    amount: 'setup:error.whole',
    time: 'setup:error.time',
  }
  const TYPED = SETUP_STEPS.filter((step) => step !== 'documents').flatMap((step) =>
    fieldsOf(step).flatMap(([name, field]) => {
      const own = 'optional' in field ? undefined : OWN[field.kind]
      return own ? [{ step, name, own }] : []
    }),
  )

  it.each(TYPED)('$step: $name answers it with the error of its own kind', ({ step, name, own }) => {
    for (const signs of ['-', '~', '!!!', '+', '@', '№'])
      expect(
        fieldInput(step, name, READING)
          .safeParse(signs)
          .error?.issues.map(({ message }) => message),
      ).toEqual([own])
  })
})

describe('input longer than its limit', () => {
  const LIMITED = SETUP_STEPS.filter((step) => step !== 'documents').flatMap((step) =>
    fieldsOf(step).flatMap(([name, field]) => ('maxLength' in field ? [{ step, name, ...field }] : [])),
  )

  it.each(LIMITED)('$step: $name names its limit in every language', ({ step, name, maxLength }) => {
    const judged = fieldInput(step, name, READING).safeParse('1'.repeat(maxLength + 1))
    for (const language of LANGUAGES)
      expect(allTexts(language).get(judged.error?.issues[0]?.message ?? '')).toContain(String(maxLength))
    expect(fieldInput(step, name, READING).safeParse('1'.repeat(maxLength)).success).toBe(true)
  })
})

describe('progress of the setup', () => {
  type Document = Parameters<typeof progressOf>[1][number]
  const document = (type: string, status = 'pending', more: Partial<Document> = {}) =>
    ({ type, status, scanState: 'clean', fileMissingSince: null, ...more }) as Document
  const needed = [document('business_license'), document('tax_certificate'), document('representative_id')]

  it('the documents step is done once each needed document has its file and is not rejected', () => {
    const isDone = (documents: typeof needed) =>
      progressOf([], documents).find(({ step }) => step === 'documents')?.isDone
    expect(isDone(needed)).toBe(true)
    expect(isDone(needed.slice(1))).toBe(false)
    expect(isDone([...needed.slice(1), document('business_license', 'rejected')])).toBe(false)
    const lost = [{ fileMissingSince: new Date(0) }, { scanState: 'infected' as const }]
    for (const file of lost)
      expect(isDone([...needed.slice(1), document('business_license', 'pending', file)])).toBe(false)
  })

  it('the next step is the next unfinished one, wrapping around to the first', () => {
    const progress = progressOf(['coverage', 'orders'], needed)
    expect(nextSetupStep(progress, 'contact')).toBe('hours')
    expect(nextSetupStep(progress, 'settings')).toBe('basic')
    expect(nextSetupStep(progressOf([...SETUP_STEPS], needed), 'basic')).toBeNull()
  })
})

it('the audit log stores no whole phone number and no e-mail of an organization', () => {
  const before = { email: 'old@dala.example', phone: '+77011110001' }
  const input = { email: 'new@dala.example', phone: '+77011110002' }
  const stored = { organization: before, branches: [], brand: null } as unknown as Parameters<typeof changesOf>[1]
  expect(changesOf({ step: 'basic', input }, stored)).toEqual({
    before: { email: '•••', phone: '+7 ••• 0001' },
    after: { email: '•••', phone: '+7 ••• 0002' },
  })
})
