import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { mayReceiveCodes, normalisePhone } from '../phones/phone.server'
import { invitationFields, target } from './new-invite'
import { requiredLine } from './text-schemas'

/** A number in international format with its plus sign, which can be sent codes to: who joins has to enter one. */
const phone = (countries: readonly string[]) =>
  requiredLine.transform((typed, context) => {
    const number = typed.startsWith('+') ? normalisePhone(typed) : null
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
export const whatsappInput = (countries: readonly string[]) =>
  z.object({ ...invitationFields, recipient: phone(countries) }).and(target)
