import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { isDay } from '../../durations'
import { LANGUAGES, ROLES } from '../../vocabulary'
import { CUSTOM_MESSAGE_MAX_LENGTH, NOTES_MAX_LENGTH, USES_MAX } from './invite'
import { CHOICE_REQUIRED, REQUIRED } from '../form-fields'

/** Characters that no field accepts: all control characters except tab and line feed. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** Optional text: line ends normalized, trimmed, null when empty. */
const optionalText = (maxLength: number, tooLong: TextKey) =>
  z
    .string()
    .catch('')
    .transform((typed) => typed.replaceAll('\r\n', '\n').normalize('NFC').trim())
    .pipe(
      z
        .string()
        .refine((value) => !CONTROL.test(value), 'invites:error.unreadable' satisfies TextKey)
        .refine((value) => value.length <= maxLength, tooLong),
    )
    .transform((value) => value || null)

/** A required single line. */
export const requiredLine = z
  .string()
  .catch('')
  .transform((typed) => typed.normalize('NFKC').trim())
  .pipe(z.string().min(1, REQUIRED))

const EMAIL_MAX_LENGTH = 254

/** Created when the form is drawn, so that a form sent twice creates one code. */
const id = z.uuid()

const NOT_CHOSEN = 'invites:error.organizationNotChosen' satisfies TextKey

/** The error is attached to the search field, where people look. The words typed there are not part of the result. */
const chosenOrganization = z
  .object({
    type: z.literal('invite_to_organization'),
    organizationId: z.string().catch(''),
    organizationWords: z.string().catch(''),
  })
  .transform(({ type, organizationId, organizationWords }, context) => {
    if (z.uuid().safeParse(organizationId).success) return { type, organizationId }
    const message = organizationWords.trim() === '' ? REQUIRED : NOT_CHOSEN
    context.addIssue({ code: 'custom', path: ['organizationWords'], message })
    return z.NEVER
  })

/** What an invite is for, by type: the organization that a partner joins, or the role that a staff user gets. */
export const target = z.discriminatedUnion(
  'type',
  [
    chosenOrganization,
    z.object({ type: z.literal('invite_to_user'), role: z.enum(ROLES, { error: CHOICE_REQUIRED }) }),
    z.object({ type: z.literal('invite_logistic_provider') }),
  ],
  { error: CHOICE_REQUIRED },
)

export const maximumUses = requiredLine.pipe(
  z.string().transform((typed, context) => {
    const uses = /^[+-]?\d+$/.test(typed) ? Number(typed) : Number.NaN
    const wrong: TextKey | null = Number.isNaN(uses)
      ? 'invites:error.usesNotWhole'
      : uses < 1
        ? 'invites:error.usesTooFew'
        : uses > USES_MAX
          ? 'invites:error.usesTooMany'
          : null
    if (wrong === null) return uses
    context.addIssue({ code: 'custom', message: wrong })
    return z.NEVER
  }),
)

/** A day from here on may end in a year of five digits. */
const END_OF_DAYS = '9999'

/** A day such as '2026-03-05', not before today, or null for no expiry. */
const lastDay = (today: string) =>
  z
    .string()
    .catch('')
    .transform((typed, context) => {
      const day = typed.trim()
      if (day === '') return null
      const canEnd = isDay(day) && day < END_OF_DAYS
      const wrong: TextKey | null = !canEnd ? 'invites:error.dayInvalid' : day < today ? 'invites:error.dayPast' : null
      if (wrong === null) return day
      context.addIssue({ code: 'custom', message: wrong })
      return z.NEVER
    })

/** The address of an e-mail invite. */
export const emailRecipient = requiredLine.pipe(
  z
    .email('invites:error.emailInvalid' satisfies TextKey)
    .max(EMAIL_MAX_LENGTH, 'invites:error.emailInvalid' satisfies TextKey)
    .transform((address) => {
      const at = address.lastIndexOf('@')
      return address.slice(0, at) + address.slice(at).toLowerCase()
    }),
)

export const invitationFields = {
  id,
  language: z.enum(LANGUAGES, { error: CHOICE_REQUIRED }),
  customMessage: optionalText(CUSTOM_MESSAGE_MAX_LENGTH, 'invites:error.messageTooLong'),
}

/** @param today the current day in the creator's time zone, such as '2026-03-05' */
export const createInput = (today: string) =>
  z
    .object({
      id,
      maximumUses,
      lastDay: lastDay(today),
      notes: optionalText(NOTES_MAX_LENGTH, 'invites:error.notesTooLong'),
    })
    .and(target)

export type InviteFor = z.output<typeof target>
export type CreateInput = z.output<ReturnType<typeof createInput>>

/** The role and the organization that an invite of this type is for. */
export const roleAndOrganizationOf = (named: InviteFor) => ({
  role: named.type === 'invite_to_user' ? named.role : null,
  organizationId: named.type === 'invite_to_organization' ? named.organizationId : null,
})

const seenDate = z
  .literal('')
  .or(z.iso.datetime())
  .transform((at) => (at === '' ? null : new Date(at)))

/** New terms, and the ones that the form was drawn from. */
export const editInput = (today: string) =>
  z.object({
    maximumUses,
    lastDay: lastDay(today),
    seenMaximum: z.coerce.number().int().min(1),
    seenExpiry: seenDate,
  })

export type EditInput = z.output<ReturnType<typeof editInput>>
