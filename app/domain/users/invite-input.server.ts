import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { LANGUAGES, type Role } from '../../vocabulary'
import { normalisePhone } from '../sign-in/phone.server'

const key = (name: TextKey) => name
const NAME_MAX_LENGTH = 120
const REQUIRED = key('common:error.required')

/** The form that invites a user into one of these roles; the id is made when the form is drawn. */
export const inviteUserInput = (roles: readonly Role[]) =>
  z.object({
    id: z.uuid(),
    username: z
      .string({ error: REQUIRED })
      .transform((typed) =>
        typed
          .normalize('NFC')
          .replaceAll(/\p{Cc}+/gu, ' ')
          .trim(),
      )
      .refine((name) => /[\p{L}\p{N}]/u.test(name), REQUIRED)
      .refine((name) => name.length <= NAME_MAX_LENGTH, key('settings:error.tooLong')),
    phone: z.string({ error: REQUIRED }).transform((typed, context) => {
      const phone = normalisePhone(typed)
      if (phone === null)
        context.addIssue({ code: 'custom', message: typed.trim() ? key('access:error.phoneInvalid') : REQUIRED })
      return phone ?? ''
    }),
    role: z.enum(roles, { error: REQUIRED }),
    language: z.enum(LANGUAGES, { error: REQUIRED }),
  })

export type InviteUserInput = z.output<ReturnType<typeof inviteUserInput>>
