import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../vocabulary'
import { INVITE_CODE_MAX_LENGTH, parseInviteCode } from '../invite-codes/invite-code'
import { personName } from '../names/person-name'
import { lacksCountry, mayReceiveCodes } from '../phones/phone.server'
import { channelInput, phoneInput } from '../sign-in/input.server'
import { key, REQUIRED, TICK_REQUIRED } from '../form-fields'

const text = z.string().catch('')

/** The form of `/use-invite`. `parseInviteCode` judges the code; a text that it can read is never too long. */
export const inviteCodeInput = z.object({
  code: text.pipe(
    z
      .string()
      .trim()
      .min(1, REQUIRED)
      .refine((typed) => typed.length <= INVITE_CODE_MAX_LENGTH || parseInviteCode(typed) !== null, {
        error: 'join:error.codeTooLong' satisfies TextKey,
      }),
  ),
})

/** The message gives access to whoever receives it, so the country of a number is never guessed. */
const phoneOfCountry = text
  .pipe(z.string().refine((typed) => !lacksCountry(typed), key('access:error.phoneInvalid')))
  .pipe(phoneInput)

/**
 * The form of `/sign-up`.
 * @param countries where codes may be sent: with another number nobody could join
 */
export const personInput = (countries: readonly string[]) =>
  z.object({
    name: personName,
    phone: phoneOfCountry.refine((phone) => mayReceiveCodes(phone, countries), key('invites:error.phoneUnreachable')),
    channel: channelInput,
    language: z.enum(LANGUAGES).catch(DEFAULT_LANGUAGE),
    terms: text.pipe(z.literal('accepted', { error: TICK_REQUIRED })),
  })

/** The form of the button that sends the code again. */
export const resendInput = z.object({ channel: channelInput })
