import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import {
  COUNTRIES,
  CURRENCIES,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  OPERATION_MODES,
  SERVICE_TYPES,
  WORKING_DAYS,
  type Country,
  type Language,
} from '../../vocabulary'
import {
  fieldsOf,
  type FieldsOf,
  type FormStep,
  type Lists,
  type OrganizationField,
  type Section,
} from '../organizations/organization-fields'
import { normaliseIn } from '../phones/phone.server'
import { ALL_DAY, joinHours } from './hours'
import { BRANCHES_MAX } from './setup-steps'
import { SETUP_TIME_ZONES } from './time-zones'
import { CHOICE_REQUIRED, REQUIRED, TICKS_REQUIRED, key } from '../form-fields'
import { trimmed, withPlainDashes } from '../written-text'

const LISTS: { [List in keyof Lists]: readonly Lists[List][] } = {
  countries: COUNTRIES,
  modes: OPERATION_MODES,
  services: SERVICE_TYPES,
  days: WORKING_DAYS,
  timeZones: SETUP_TIME_ZONES,
  languages: LANGUAGES,
  currencies: CURRENCIES,
}

/** NUL cannot be stored, and unseen signs alone say nothing. */
const written = (maxLength: number, tooLong: TextKey) =>
  z.preprocess(
    (value) => value ?? '',
    z
      .string({ error: REQUIRED })
      .transform((value) =>
        value
          .normalize('NFC')
          .replaceAll(/\p{Cc}+/gu, ' ')
          .trim(),
      )
      .refine((value) => value.length <= maxLength, { error: tooLong, abort: true }),
  )
const required = (maxLength: number, tooLong: TextKey) =>
  written(maxLength, tooLong).refine((value) => trimmed(value) !== '', { error: REQUIRED, abort: true })
/** Names and addresses; whatever has a form of its own is told that form instead. */
const words = (maxLength: number, tooLong: TextKey) =>
  required(maxLength, tooLong).refine((value) => /[\p{L}\p{N}]/u.test(value), key('setup:error.noLetters'))

/** What is pasted from a document, or typed between Chinese words, with the spaces, dashes and digits of a keyboard. */
const plainSigns = (value: string) =>
  withPlainDashes(value.replaceAll(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC')))
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()

/** What a form is read by: the language of who fills it in, and the country that numbers without a plus sign are of. */
export type Reading = { language: Language; country: Country | null }

const phone = (country: Country | null) =>
  required(40, 'setup:error.phone').transform((value, context) => {
    const number = normaliseIn(country, value)
    if (number === null) context.addIssue(key('setup:error.phone'))
    return number ?? ''
  })
const email = required(200, 'setup:error.tooLong')
  .transform(plainSigns)
  .refine((value) => z.email().safeParse(value).success, key('setup:error.email'))
const registrationNumber = (maxLength: number) =>
  required(maxLength, 'setup:error.registrationNumber')
    .transform(plainSigns)
    .refine((value) => /^[\p{L}\p{N}][\p{L}\p{N} ./-]{3,}$/u.test(value), key('setup:error.registrationNumber'))
const oneOf = (options: readonly string[]) => z.enum(options, { error: CHOICE_REQUIRED })
const someOf = (options: readonly string[]) =>
  z.preprocess(
    (value) => [value ?? []].flat(),
    z
      .array(z.unknown())
      .refine(
        (chosen) => chosen.length > 0 && chosen.every((one) => options.some((option) => option === one)),
        TICKS_REQUIRED,
      )
      .transform((chosen) => options.filter((option) => chosen.includes(option))),
  )
/** Thousands apart as a language writes them; a comma is the decimal one to others. */
const COMMA_APART: readonly Language[] = ['en', 'zh']
function withoutGrouping(value: string, language: Language): string {
  const plain = plainSigns(value)
  if (COMMA_APART.includes(language) && /^-?\d{1,3}(,\d{3})+$/.test(plain)) return plain.replaceAll(',', '')
  return plain.replaceAll(/(?<=\d) (?=\d{3}(?!\d))/g, '')
}
const amount = (max: number, outside: TextKey, language: Language) =>
  required(12, outside)
    .transform((value) => withoutGrouping(value, language))
    .refine((value) => /^-?\d+$/.test(value), { error: key('setup:error.whole'), abort: true })
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, outside)
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const time = required(5, 'setup:error.time').refine((value) => TIME.test(value), key('setup:error.time'))
const color = written(7, 'setup:error.color').refine(
  (value) => value === '' || /^#[0-9a-f]{6}$/i.test(value),
  key('setup:error.color'),
)
const yesNo = z.preprocess((value) => value !== undefined && value !== false, z.boolean())

function checkOf(field: OrganizationField, { language, country }: Reading): z.ZodType {
  switch (field.kind) {
    case 'text':
      return (field.optional ? written : words)(field.maxLength, 'setup:error.tooLong')
    case 'lines':
      return words(field.maxLength, 'setup:error.addressTooLong')
    case 'registrationNumber':
      return registrationNumber(field.maxLength)
    case 'phone':
      return phone(country)
    case 'email':
      return email
    case 'oneOf':
      return oneOf(LISTS[field.of])
    case 'someOf':
      return someOf(LISTS[field.of])
    case 'amount':
      return amount(field.max, field.outside, language)
    case 'time':
      return time
    case 'color':
      return color
    case 'yesNo':
      return yesNo
  }
}

type ValueOf<Field> = Field extends { kind: 'oneOf'; of: infer List extends keyof Lists }
  ? Lists[List]
  : Field extends { kind: 'someOf'; of: infer List extends keyof Lists }
    ? Lists[List][]
    : Field extends { kind: 'yesNo' }
      ? boolean
      : Field extends { kind: 'amount' }
        ? number
        : string
type Shape<Step extends FormStep> = { [Name in keyof FieldsOf<Step>]: z.ZodType<ValueOf<FieldsOf<Step>[Name]>> }

const ANY_READING: Reading = { language: DEFAULT_LANGUAGE, country: null }
const shapeOf = <Step extends FormStep>(step: Step, reading = ANY_READING) =>
  Object.fromEntries(fieldsOf(step).map(([name, field]) => [name, checkOf(field, reading)])) as Shape<Step>

const basic = (reading: Reading) =>
  judgedBy((typed) => z.object(shapeOf('basic', { ...reading, country: countryIn(typed) })))
const countryIn = ({ country }: Typed) => COUNTRIES.find((known) => known === country) ?? null

const branchOf = (reading: Reading) =>
  z.object({ ...shapeOf('contact', reading), row: z.unknown().optional() }, { error: REQUIRED })
const contact = (reading: Reading) =>
  z
    .object({
      branches: z.preprocess(
        (rows) => [rows ?? []].flat(),
        z.array(branchOf(reading)).min(1, REQUIRED).max(BRANCHES_MAX, key('setup:error.tooManyBranches')),
      ),
      primary: z.unknown().optional(),
    })
    .transform(({ branches, primary }) => {
      const chosen = branches.findIndex(({ row }, index) => (row ?? String(index)) === primary)
      return branches.map(({ row: _, ...rest }, index) => ({ ...rest, isPrimary: index === Math.max(0, chosen) }))
    })

const allDay = z.object({ is247Service: yesNo }).transform(() => ({
  is247Service: true,
  pickupHours: ALL_DAY,
  deliveryHours: ALL_DAY,
  workingDays: [...WORKING_DAYS],
}))
const opened = z
  .object(shapeOf('hours'))
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

const brand = z
  .object(shapeOf('brand'))
  .transform(({ brandName, ...rest }) => ({ name: brandName, ...rest, localName: rest.localName || brandName }))
/** No brand at all is an answer too; once something is filled in, its name and colours are needed. */
const noBrand = z.unknown().transform(() => null)
const isEmptyBrand = (typed: Typed) =>
  [typed.brandName, typed.localName, typed.slogan, typed.countries].every(
    (value) => [value ?? ''].flat().join('') === '',
  )

type Typed = Readonly<Record<string, unknown>>

/** Judged by the schema that what was typed asks for. */
const judgedBy = <Schema extends z.ZodType>(schemaFor: (typed: Typed) => Schema) =>
  z.record(z.string(), z.unknown()).transform((typed, context): z.output<Schema> => {
    const judged: z.ZodSafeParseResult<z.output<Schema>> = schemaFor(typed).safeParse(typed)
    if (judged.success) return judged.data
    for (const { path, message } of judged.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })

/** What the form of each section says once it is right; issues carry the names of the fields. */
const SECTIONS = {
  basic,
  contact,
  coverage: () => z.object(shapeOf('coverage')),
  orders: (reading: Reading) => z.object(shapeOf('orders', reading)),
  hours: () => judgedBy(({ is247Service }): Hours => (yesNo.parse(is247Service) ? allDay : opened)),
  brand: () => judgedBy((typed): Brand => (isEmptyBrand(typed) ? noBrand : brand)),
  settings: () => z.object(shapeOf('settings')),
}
type Hours = z.ZodType<z.output<typeof allDay> | z.output<typeof opened>>
type Brand = z.ZodType<z.output<typeof noBrand> | z.output<typeof brand>>

/** One field of a section, checked as its own form does. */
export function fieldInput(step: Section, name: string, reading: Reading): z.ZodType {
  const [, field] = fieldsOf(step).find(([own]) => own === name) ?? []
  if (!field) throw new Error(`No field ${name} in ${step}`)
  return checkOf(field, reading)
}

/** A section with what its form said. */
export type SavedStep = {
  [Step in FormStep]: { step: Step; input: z.output<ReturnType<(typeof SECTIONS)[Step]>> }
}[FormStep]

/** The form of a section; `isBrandNeeded` where somebody adds one. */
export function stepInput(step: FormStep, reading: Reading, { isBrandNeeded = false } = {}): z.ZodType<SavedStep> {
  const section: z.ZodType = step === 'brand' && isBrandNeeded ? brand : SECTIONS[step](reading)
  return section.transform((input) => ({ step, input }) as SavedStep)
}
