import { z } from 'zod'
import { PAGE_SIZES } from '../../lists/paging'
import { DENSITIES, DIRECTIONS, FONTS, LANGUAGES, START_PAGES, THEMES } from '../../vocabulary'
import { personName } from '../names/person-name'
import { choiceName, NOTIFICATION_CHOICES } from '../messages/notification-choices'
import { CHOICE_REQUIRED, key } from '../form-fields'

const EMAIL_MAX_LENGTH = 254
const CHOICE = { error: CHOICE_REQUIRED }

/** Every time zone that this runtime knows. */
export const TIME_ZONES: readonly string[] = Intl.supportedValuesOf('timeZone')

/** The account form of the settings (decisions, Preferences). */
export const accountInput = z.object({
  username: personName,
  email: z
    .string()
    .catch('')
    .transform((typed) =>
      typed
        .normalize('NFC')
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .refine(
      (email) => email === '' || (email.length <= EMAIL_MAX_LENGTH && z.email().safeParse(email).success),
      key('settings:error.email'),
    )
    .transform((email) => email || null),
  language: z.enum(LANGUAGES, CHOICE),
  timeZone: z.string(CHOICE).refine((zone) => TIME_ZONES.includes(zone), CHOICE_REQUIRED),
})
export type AccountInput = z.output<typeof accountInput>

/** The display form of the settings; an unticked box is not sent. */
export const displayInput = z.object({
  pageSize: z.coerce.number(CHOICE).transform((size, context) => {
    const known = PAGE_SIZES.find((one) => one === size)
    if (known !== undefined) return known
    context.addIssue({ code: 'custom', message: CHOICE_REQUIRED })
    return z.NEVER
  }),
  density: z.enum(DENSITIES, CHOICE),
  startPage: z.enum(START_PAGES, CHOICE),
  hasShortcuts: z.literal('on').optional().catch(undefined).transform(Boolean),
})
export type DisplayInput = z.output<typeof displayInput>

/** The appearance form of the settings, with the names of the browser's preferences. */
export const appearanceInput = z.object({
  theme: z.enum(THEMES, CHOICE),
  font: z.enum(FONTS, CHOICE),
  dir: z.enum(DIRECTIONS, CHOICE),
})

/** The forms that end a session and forget a browser. */
export const endSessionInput = z.object({ session: z.string().catch('') })
export const forgetDeviceInput = z.object({ device: z.string() })

/** The ticked boxes, and those ticked when the form was drawn; unknown values are ignored. */
export const notificationsInput = z.object({
  choice: z
    .unknown()
    .optional()
    .transform((ticked) => NOTIFICATION_CHOICES.filter((choice) => [ticked].flat().includes(choiceName(choice)))),
  seen: z.string().optional(),
})
export type NotificationsInput = z.output<typeof notificationsInput>
