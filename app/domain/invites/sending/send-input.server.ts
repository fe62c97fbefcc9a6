import { z } from 'zod'
import type { TextKey } from '../../../i18n/keys'
import type { InviteChannel } from '../../../vocabulary'
import { mayReceiveCodes, normaliseWithPlus } from '../../phones/phone.server'
import { emailRecipient, invitationFields, requiredLine, target } from '../invite-input'

/** A number that can receive codes, because whoever joins has to enter one. */
const phoneRecipient = (countries: readonly string[]) =>
  requiredLine.transform((typed, context) => {
    const number = normaliseWithPlus(typed)
    const wrong: TextKey | null =
      number === null
        ? 'invites:error.phoneInvalid'
        : mayReceiveCodes(number, countries)
          ? null
          : 'invites:error.phoneUnreachable'
    if (number !== null && wrong === null) return number
    context.addIssue({ code: 'custom', message: wrong ?? 'invites:error.phoneInvalid' })
    return z.NEVER
  })

/** @param countries where codes may be sent */
export const sendInput = (channel: InviteChannel, countries: readonly string[]) =>
  z
    .object({ ...invitationFields, recipient: channel === 'email' ? emailRecipient : phoneRecipient(countries) })
    .and(target)

export type SendInput = z.output<ReturnType<typeof sendInput>>
