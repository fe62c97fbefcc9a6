import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { DOCUMENT_STATUSES } from '../../vocabulary'
import { seenVersion } from '../setup/version-input'
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

const REASONS = { none: z.null().catch(null), optional: optionalReason, required: requiredReason }

/** A change of an organization's status, with its reason where it has one. */
export const statusInput = (reason: keyof typeof REASONS) => z.object({ version: seenVersion, reason: REASONS[reason] })

/** The status of a document that its form was drawn from; one that cannot be read is not what it is now. */
const seen = z.enum(DOCUMENT_STATUSES).nullable().catch(null)
export const verifyDocumentInput = z.object({ seen }).transform((input) => ({ ...input, status: 'verified' as const }))
export const rejectDocumentInput = z
  .object({ seen, reason: requiredReason })
  .transform((input) => ({ ...input, status: 'rejected' as const }))

export const removeBrandInput = z.object({ version: seenVersion })
