import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { ITEM_MAX_LENGTH, ITEMS_MAX, WORDS_MAX_LENGTH, hasNul, trimmed } from '../written-text'

const words = (maxLength: number, tooLong: TextKey) =>
  z
    .string()
    .refine((value) => !hasNul(value), 'verifications:error.unreadable' satisfies TextKey)
    .transform(trimmed)
    .refine((value) => value.length <= maxLength, tooLong)

const orEmpty = (value: unknown) => value ?? ''
const REQUIRED: TextKey = 'common:error.required'
const required = (maxLength: number, tooLong: TextKey) =>
  z.preprocess(
    orEmpty,
    words(maxLength, tooLong).refine((value) => value !== '', REQUIRED),
  )
const requiredWords = required(WORDS_MAX_LENGTH, 'verifications:error.wordsTooLong')
const optionalWords = z.preprocess(
  orEmpty,
  words(WORDS_MAX_LENGTH, 'verifications:error.wordsTooLong').transform((value) => value || null),
)

const isFilledIn = (item: unknown) => typeof item !== 'string' || trimmed(item) !== ''
const items = z.preprocess(
  (value) => [value ?? []].flat().filter(isFilledIn),
  z
    .array(required(ITEM_MAX_LENGTH, 'verifications:error.itemTooLong'))
    .min(1, REQUIRED)
    .max(ITEMS_MAX, 'verifications:error.tooManyItems' satisfies TextKey),
)

/** The version of the verification that the form was drawn from. */
const version = z.coerce.number().int().min(1).max(2_147_483_647)
const openNext = z.preprocess((value) => value === 'on' || value === true, z.boolean())

export const startInput = z.object({ version, openNext })
export const approveInput = z.object({ version, openNext, notes: optionalWords })
export const rejectInput = z.object({ version, openNext, reason: requiredWords })
export const requestInfoInput = z.object({ version, openNext, items })
export const resubmitInput = z.object({ version, openNext, answer: requiredWords })

export type StartInput = z.output<typeof startInput>
