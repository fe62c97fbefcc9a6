import { z } from 'zod'
import { LANGUAGES, type Role } from '../../vocabulary'
import { personName } from '../names/person-name'
import { mayReceiveCodes, normaliseWithPlus } from '../phones/phone.server'
import { CHOICE_REQUIRED, REQUIRED, key } from '../form-fields'

/**
 * The form that invites a user into one of these roles; its id is created when the form is drawn.
 * @param countries where codes may be sent: nobody else could sign in
 */
export const inviteUserInput = (roles: readonly Role[], countries: readonly string[]) =>
  z.object({
    id: z.uuid(),
    username: personName,
    phone: z.string({ error: REQUIRED }).transform((typed, context) => {
      const phone = normaliseWithPlus(typed)
      if (phone !== null && mayReceiveCodes(phone, countries)) return phone
      const wrong = phone === null ? key('access:error.phoneInvalid') : key('invites:error.phoneUnreachable')
      context.addIssue({ code: 'custom', message: typed.trim() ? wrong : REQUIRED })
      return z.NEVER
    }),
    role: z.enum(roles, { error: CHOICE_REQUIRED }),
    language: z.enum(LANGUAGES, { error: CHOICE_REQUIRED }),
  })

export type InviteUserInput = z.output<ReturnType<typeof inviteUserInput>>
