import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { CONFORM_INTENT, FORM_FIELDS, PROOF_FIELDS } from '../../form-protocol'
import { failure } from '../answers/failures.server'

/** Fields that every form carries and no schema declares, except `intent` where a schema asks which button was pressed. */
const CARRIED: readonly string[] = ['intent', ...Object.values(FORM_FIELDS), ...Object.values(PROOF_FIELDS)]

/** Returns the typed fields of a kept form, without names that no form has. */
export const typedFields = (kept: FormData): FormData =>
  fieldsWhere(kept, (name) => !CARRIED.includes(name) && NAME.test(name))

export function fieldsFor(schema: z.ZodType, posted: FormData): FormData {
  const asksForIntent = schema instanceof z.ZodObject && 'intent' in schema.shape
  return fieldsWhere(posted, (name) => !CARRIED.includes(name) || (asksForIntent && name === 'intent'))
}

function fieldsWhere(posted: FormData, isField: (name: string) => boolean): FormData {
  const fields = new FormData()
  for (const [name, value] of posted) if (isField(name)) fields.append(name, value)
  return fields
}

/** A field such as `reason`, `rows[12]` or `rows[12].phone`. Longer indexes and deeper paths would cost more than any form needs. */
const NAME = /^[a-zA-Z][\w-]*(\[\d{0,3}\](\.[a-zA-Z][\w-]*)?)?$/

/** The row changes that our buttons ask for. */
const ROW_CHANGE = z.object({
  type: z.enum(['insert', 'remove']),
  payload: z.object({ name: z.string().regex(NAME), index: z.int().min(0).max(999).optional() }).loose(),
})

/** Parses posted fields; throws 400 for a body that none of our forms sends. */
export function parseSubmission<Submission>(
  context: Readonly<RouterContextProvider>,
  fields: FormData,
  parseFields: (fields: FormData) => Submission,
): Submission {
  try {
    for (const [name, value] of fields) {
      if (name === CONFORM_INTENT) ROW_CHANGE.parse(JSON.parse(String(value)))
      else if (!NAME.test(name)) throw new TypeError('No field has such a name')
    }
    return parseFields(fields)
  } catch {
    throw failure(context, 400)
  }
}
