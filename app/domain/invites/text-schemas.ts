import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'

export const REQUIRED: TextKey = 'common:error.required'

/** Signs that no field means: all control characters but tab and line end. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** Free text that may be left out: plain line ends, trimmed, null when empty. */
export const optionalText = (maxLength: number, tooLong: TextKey) =>
  z
    .string()
    .catch('')
    .transform((typed) => typed.replaceAll('\r\n', '\n').normalize('NFC').trim())
    .pipe(
      z
        .string()
        .refine((words) => !CONTROL.test(words), 'invites:error.unreadable' satisfies TextKey)
        .refine((words) => words.length <= maxLength, tooLong),
    )
    .transform((words) => words || null)

/** One line that has to be there. */
export const requiredLine = z
  .string()
  .catch('')
  .transform((typed) => typed.normalize('NFKC').trim())
  .pipe(z.string().min(1, REQUIRED))
