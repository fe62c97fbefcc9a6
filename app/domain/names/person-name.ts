import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { PERSON_NAME_MAX_LENGTH, trimmed } from '../written-text'

const CONTROL = /\p{Cc}/gu
const UNSEEN = /\p{Cf}/gu
const REQUIRED: TextKey = 'common:error.required'
const NO_LETTERS: TextKey = 'setup:error.noLetters'
const TOO_LONG: TextKey = 'settings:error.tooLong'

/**
 * A person's name in any form. Invisible characters, such as those that change the text direction, are removed, so that they cannot make a
 * different name.
 */
export const personName = z
  .string()
  .catch('')
  .transform((typed) => typed.normalize('NFC').replace(CONTROL, ' ').replace(UNSEEN, '').replace(/\s+/g, ' ').trim())
  .refine((name) => trimmed(name) !== '', { error: REQUIRED, abort: true })
  .refine((name) => /[\p{L}\p{N}]/u.test(name), NO_LETTERS)
  .refine((name) => name.length <= PERSON_NAME_MAX_LENGTH, TOO_LONG)
