import { fieldsOf, type FormStep, type OrganizationField } from '../organizations/organization-fields'
import { formatPhone } from '../phones/phone.server'
import { columnOf, drawnFrom, isDrawnFrom, storedFields, type StoredSetup } from './stored-fields.server'

type Typed = Readonly<Record<string, unknown>>

/** A field that is stored otherwise than it was typed; `value` where it reads as it is. */
export type OtherField = { name: string; value: string | null }

/** Each field of a section that is not as it was typed here; those that still are what was seen (`drawnFrom`) are left out. */
export function fieldsChangedMeanwhile(step: FormStep, stored: StoredSetup, typed: Typed, seen = ''): OtherField[] {
  if (isDrawnFrom(step, stored, seen)) return []
  const [before, marks] = [seen, drawnFrom(step, stored)].map((drawn) => drawn.split('.'))
  const now: Typed = storedFields(step, stored)
  const fields =
    step === 'contact'
      ? fieldsOf(step)
          .map(([name, field]) => ({
            name: `branches.${name}`,
            isOther: isOther(
              columnOf(typed, name).map((value) => spelled(field, value)),
              columnOf(now, name),
            ),
          }))
          .concat({ name: 'primary', isOther: isOther(typed.primary, now.primary) })
          .map((field) => ({ ...field, value: null }))
      : fieldsOf(step).map(([name, field]) => ({
          name,
          isOther: isOther(spelled(field, typed[name]), now[name]),
          value: isWord(field) ? String(now[name]) : null,
        }))
  return fields
    .filter((field, index) => field.isOther && before?.[index] !== marks?.[index])
    .map(({ name, value }) => ({ name, value }))
}

/** However a number was spelled, it is compared as it is shown. */
const spelled = ({ kind }: OrganizationField, typed: unknown) =>
  kind === 'phone' && typeof typed === 'string' ? formatPhone(typed) : typed

const isOther = (typed: unknown, stored: unknown) =>
  JSON.stringify([typed ?? ''].flat()) !== JSON.stringify([stored ?? ''].flat())

/** Whether the stored value can be read as it is. */
const isWord = (field: OrganizationField) =>
  field.kind === 'oneOf'
    ? field.of === 'timeZones' || field.of === 'currencies'
    : field.kind !== 'someOf' && field.kind !== 'yesNo'
