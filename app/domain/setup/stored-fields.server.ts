import { createHash } from 'node:crypto'
import { formatPhone } from '../phones/phone.server'
import { fieldsOf, type FormStep, type OrganizationField, type Section } from '../organizations/organization-fields'
import { splitHours } from './hours'

type Stored = Readonly<Record<string, unknown>>

/** What is stored of an organization, as far as its forms go. */
export type StoredSetup = { organization: Stored; branches: readonly Stored[]; brand: Stored | null }

type FieldValue = string | string[] | undefined

/** A section's form filled with what is stored; branches are rows, and the primary one is named by the number of its row. */
export type FormValues = Record<string, FieldValue | Record<string, FieldValue>[]>

const EMPTY_BRAND: Stored = { primaryColor: '#0f766e', secondaryColor: '#334155', countries: [] }

export function storedFields(step: Section, { organization, branches, brand }: StoredSetup): FormValues {
  switch (step) {
    case 'contact': {
      const { phone, email, address } = organization
      const rows = branches.length > 0 ? branches : [{ phone, email, address }]
      const primary = rows.findIndex((row) => row.isPrimary)
      return {
        branches: rows.map((row, index) => ({ ...valuesOf(step, row), row: String(index) })),
        primary: String(Math.max(0, primary)),
      }
    }
    case 'brand': {
      const values = valuesOf(step, brand ?? EMPTY_BRAND)
      // One that nobody wrote is the brand's own name, and goes with it.
      return values.localName === values.brandName ? { ...values, localName: '' } : values
    }
    default:
      return valuesOf(step, organization)
  }
}

const MARK_LENGTH = 8

/** What a section's form was drawn from, a mark for each field: another one, once somebody has saved it otherwise. */
export function drawnFrom(step: FormStep, stored: StoredSetup): string {
  const fields = enteredFields(step, stored)
  const values = fieldsOf(step).map(([name]) => (step === 'contact' ? columnOf(fields, name) : fields[name]))
  if (step === 'contact') values.push(fields.primary)
  return values.map((value) => digestOf(value ?? null).slice(0, MARK_LENGTH)).join('.')
}

/** Whether a form was drawn from what is stored; those of the release before, and the texts it kept, have one mark for all fields. */
export const isDrawnFrom = (step: FormStep, stored: StoredSetup, seen: string): boolean =>
  seen === drawnFrom(step, stored) || seen === digestOf(enteredFields(step, stored))

/** What is offered for the first branch is nobody's entry yet. */
const enteredFields = (step: FormStep, stored: StoredSetup): FormValues =>
  storedFields(step, step === 'contact' ? { ...stored, organization: {} } : stored)

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** A field of each branch. */
export const columnOf = ({ branches }: Stored, name: string) =>
  [branches ?? []].flat().map((row) => (row as Stored | null)?.[name] ?? '')

const valuesOf = (step: Section, stored: Stored): Record<string, FieldValue> =>
  Object.fromEntries(fieldsOf(step).map(([name, field]) => [name, valueOf(field, stored[field.column ?? name])]))

function valueOf(field: OrganizationField, stored: unknown): FieldValue {
  switch (field.kind) {
    case 'yesNo':
      return stored === true ? 'on' : undefined
    case 'someOf':
      return Array.isArray(stored) ? stored.map(String) : []
    case 'amount':
      // What nobody has entered yet is left open.
      return typeof stored === 'number' && stored > 0 ? String(stored) : ''
    case 'phone':
      return formatPhone(textOf(stored))
    case 'time':
      return splitHours(textOf(stored))[field.part]
    default:
      return textOf(stored)
  }
}

const textOf = (stored: unknown): string => (typeof stored === 'string' ? stored : '')
