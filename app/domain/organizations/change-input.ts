import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { DOCUMENT_STATUSES } from '../../vocabulary'
import { WORDS_MAX_LENGTH } from '../verifications/limits'
import { hasNul, trimmed } from '../verifications/written-text'

const key = (name: TextKey) => name
const words = z.preprocess(
  (value) => value ?? '',
  z
    .string()
    .refine((value) => !hasNul(value), key('verifications:error.unreadable'))
    .transform(trimmed)
    .refine((value) => value.length <= WORDS_MAX_LENGTH, key('verifications:error.wordsTooLong')),
)

/** A reason that may be left out: null. */
export const optionalReason = words.transform((value) => value || null)
export const requiredReason = words.refine((value) => value !== '', key('common:error.required'))

/** The status of a document that its form was drawn from. */
export const seenDocument = z.enum(DOCUMENT_STATUSES)
