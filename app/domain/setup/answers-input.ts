import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { WORDS_MAX_LENGTH, hasNul, trimmed } from '../written-text'

const key = (name: TextKey) => name
const words = z
  .string()
  .refine((value) => !hasNul(value), key('verifications:error.unreadable'))
  .transform(trimmed)
  .refine((value) => value.length <= WORDS_MAX_LENGTH, key('verifications:error.wordsTooLong'))

/** One answer for each item that was asked for, and perhaps a note. */
export const answersInput = z.object({
  version: z.coerce.number().int().min(1).max(2_147_483_647),
  answers: z
    .array(words.refine((value) => value !== '', key('common:error.required')))
    .min(1)
    .max(20),
  note: words.transform((value) => value || null),
})

export type AnswersInput = z.output<typeof answersInput>
