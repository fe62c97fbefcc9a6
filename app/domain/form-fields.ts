import { z } from 'zod'
import type { TextKey } from '../i18n/keys'
import { hasNul, trimmed, TEXT_MAX_LENGTH } from './written-text'

/** The version that a form was drawn from; fails when it cannot be read. */
export const version = z.coerce.number().int().min(1).max(2_147_483_647)

/** The version that a form was drawn from; 0, and so outdated, when it cannot be read. */
export const seenVersion = version.catch(0)

/** The version that a form was drawn from; 0, and so outdated, when it cannot be read. */
export const versionOf = (form: FormData): number => version.safeParse(form.get('version')).data ?? 0

/** Checks a text's key at compile time, where it is written. */
export const key = (name: TextKey) => name
/** What is said of a field that has nothing in it, by how one gives what it asks for. */
export const REQUIRED = key('common:error.required')
export const CHOICE_REQUIRED = key('common:error.choiceRequired')
export const TICK_REQUIRED = key('common:error.tickRequired')
export const TICKS_REQUIRED = key('common:error.ticksRequired')
export const FILE_REQUIRED = key('common:error.fileRequired')

/** Text without surrounding spaces; empty when the field is missing. */
export const textUpTo = (maxLength: number, tooLong: TextKey) =>
  z.preprocess(
    (value) => value ?? '',
    z
      .string()
      .refine((value) => !hasNul(value), key('verifications:error.unreadable'))
      .transform(trimmed)
      .refine((value) => value.length <= maxLength, tooLong),
  )
const text = textUpTo(TEXT_MAX_LENGTH, 'verifications:error.wordsTooLong')

/** An optional reason; null when empty. */
export const optionalReason = text.transform((value) => value || null)
export const requiredReason = text.refine((value) => value !== '', REQUIRED)

const GROUP = /(?<=\d)[\s,](?=\d{3}(?!\d))/g

/** A required whole number; full-width digits and digit groups are accepted. `outOfBounds` is the error that names the bounds. */
export const wholeNumber = ({ min, max }: { min: number; max: number }, outOfBounds: string) =>
  z
    .string({ error: REQUIRED })
    .transform((typed) => typed.normalize('NFKC').trim().replaceAll(GROUP, ''))
    .refine((written) => written !== '', { error: REQUIRED, abort: true })
    .refine((written) => /^\d{1,5}$/.test(written), { error: outOfBounds, abort: true })
    .transform(Number)
    .refine((number) => number >= min && number <= max, outOfBounds)
