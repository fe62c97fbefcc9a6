import { z } from 'zod'
import { isUuid } from '../../uuid'
import { requiredReason } from '../form-fields'
import { MENTIONS_MAX } from './note'

const idOrNull = z
  .string()
  .refine(isUuid)
  .transform((id) => id.toLowerCase())
  .nullable()
  .catch(null)

const mentions = z.preprocess(
  (value) => [value ?? []].flat().filter((id) => id !== ''),
  z
    .array(z.string().refine(isUuid, 'notes:error.unknownPerson'))
    .max(MENTIONS_MAX, 'notes:error.tooMany')
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
)

/** A note on an organization, or on one of its applications; `id` is the form's, so that it takes effect once. */
export const noteInput = z.object({ id: idOrNull, verificationId: idOrNull, text: requiredReason, mentions })

export const editNoteInput = z.object({ text: requiredReason, mentions })
