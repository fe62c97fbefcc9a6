import { z } from 'zod'
import { optionalReason, requiredReason, seenVersion } from '../form-fields'

/** One answer for each item that was asked for, and perhaps a note. */
export const answersInput = z.object({
  version: seenVersion,
  answers: z.preprocess((value) => [value ?? []].flat(), z.array(requiredReason).min(1).max(20)),
  note: optionalReason,
})

export type AnswersInput = z.output<typeof answersInput>
