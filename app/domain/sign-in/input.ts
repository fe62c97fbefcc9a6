import { z } from 'zod'
import { CODE_CHANNELS } from '../../vocabulary'
import { readCode } from './sign-in-code'

const LONGEST_FIELD = 2000
const text = z.string().catch('')
const channel = z.enum(CODE_CHANNELS).catch('whatsapp')

/** The form that asks for a code. Whether the phone is well formed is judged by `normalisePhone`. */
export const sendCodeInput = z.object({
  phone: text.pipe(z.string().trim().min(1, 'access:error.phoneRequired')),
  channel,
})

/** The form that enters a code. */
export const verifyInput = z.object({
  code: text.transform((typed, context) => {
    const code = readCode(typed)
    if (code !== null) return code
    context.addIssue({ code: 'custom', message: 'access:error.codeInvalid' })
    return z.NEVER
  }),
})

const words = (longest: number) =>
  text.pipe(
    z
      .string()
      .transform((typed) => typed.replaceAll('\0', '').normalize('NFC').trim())
      .pipe(z.string().min(1, 'common:error.required').max(longest, 'access:error.tooLong')),
  )

/** The form of somebody whose number changed. */
export const recoveryInput = z.object({
  name: words(120),
  oldPhone: text.pipe(z.string().trim().min(1, 'access:error.phoneRequired')),
  newPhone: text.pipe(z.string().trim().min(1, 'access:error.phoneRequired')),
  message: words(LONGEST_FIELD),
})
