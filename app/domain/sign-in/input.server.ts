import { z } from 'zod'
import { CODE_CHANNELS } from '../../vocabulary'
import { personName } from '../names/person-name'
import { assertionInput } from '../passkeys/input'
import { mayReceiveCodes, normalisePhone } from '../phones/phone.server'
import { readCode } from './sign-in-code'
import type { TextKey } from '../../i18n/keys'
import { key, REQUIRED, requiredReason } from '../form-fields'

const text = z.string().catch('')
/** Where the page leads afterwards; checked when it redirects. */
const redirect = text

const phoneOr = (whenEmpty: TextKey) =>
  text.pipe(z.string().trim().min(1, whenEmpty)).transform((typed, context) => {
    const phone = normalisePhone(typed)
    if (phone !== null) return phone
    context.addIssue({ code: 'custom', message: key('access:error.phoneInvalid') })
    return z.NEVER
  })

/** A phone number in any spelling, converted to E.164. */
export const phoneInput = phoneOr(REQUIRED)

export const channelInput = z.enum(CODE_CHANNELS).catch('whatsapp')

/** The form that asks for a code. */
export const sendCodeInput = z.object({ phone: phoneOr('access:error.phoneRequired'), channel: channelInput, redirect })

/** The form that enters a code. */
export const codeInput = z.object({
  code: text.transform((typed, context) => {
    const code = readCode(typed)
    if (code !== null) return code
    context.addIssue({ code: 'custom', message: key('access:error.codeInvalid') })
    return z.NEVER
  }),
})

/** The code of a sign-in; an invalid phone becomes '' and so fits no code. */
export const verifyInput = codeInput.extend({ phone: text.transform((typed) => normalisePhone(typed) ?? ''), redirect })

/** A passkey's answer; null when it is invalid. */
export const passkeyInput = z.object({ passkey: assertionInput.nullable().catch(null), redirect })

/**
 * The form of somebody whose number changed.
 * @param countries where codes may be sent: with another number nobody could sign in
 */
export const recoveryInput = (countries: readonly string[]) =>
  z
    .object({
      name: personName,
      oldPhone: phoneInput,
      newPhone: phoneInput.refine((phone) => mayReceiveCodes(phone, countries), key('invites:error.phoneUnreachable')),
      message: text.transform((typed): unknown => typed.replaceAll('\0', '').normalize('NFC')).pipe(requiredReason),
    })
    .refine(({ oldPhone, newPhone }) => newPhone !== oldPhone, {
      path: ['newPhone'],
      error: key('access:error.phoneUnchanged'),
      when: ({ issues }) => issues.length === 0,
    })

/** The link with which somebody keeps their number. */
export const keepNumberInput = z.object({ request: text, key: text })
