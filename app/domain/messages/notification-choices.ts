import {
  type NotificationChoice,
  type StaffChannel,
  type StaffEvent,
  STAFF_CHANNELS,
  STAFF_EVENTS,
} from '../../vocabulary'
import { can, type Ability, type Actor } from '../access'

/** What one has to be able to do to be told of it at all. */
const NEEDED: Record<StaffEvent, Ability> = {
  new_verification: 'verifications.review',
  overdue_verification: 'verifications.review',
  new_mode_change: 'verifications.review',
  recovery_request: 'recovery.read',
  invite_redeemed: 'invites.create',
  mention: 'notes',
  morning_digest: 'verifications.review',
}

/** The kinds of news that may ever concern somebody. */
export const eventsFor = (actor: Pick<Actor, 'role'>): StaffEvent[] =>
  STAFF_EVENTS.filter((event) => can(actor, NEEDED[event]))

/** What everybody is told who has not said otherwise: that somebody came in by a code of theirs, and what waits each morning. */
const BY_DEFAULT: readonly NotificationChoice[] = [
  { event: 'invite_redeemed', channel: 'whatsapp' },
  { event: 'morning_digest', channel: 'email' },
]

const isIn = (choices: readonly NotificationChoice[], { event, channel }: NotificationChoice): boolean =>
  choices.some((one) => one.event === event && one.channel === channel)

/** How choices differ from the default, which is what is stored; and from what is stored back to the choices. */
export const differing = (
  choices: readonly NotificationChoice[],
  of: readonly NotificationChoice[] = BY_DEFAULT,
): NotificationChoice[] => [
  ...choices.filter((choice) => !isIn(of, choice)),
  ...of.filter((choice) => !isIn(choices, choice)),
]

/** The channels on which somebody wants one kind of news, by what is stored of it. */
export const channelsOf = (event: StaffEvent, stored: readonly StaffChannel[]): StaffChannel[] =>
  differing(
    stored.map((channel) => ({ event, channel })),
    BY_DEFAULT.filter((choice) => choice.event === event),
  ).map(({ channel }) => channel)

export const NOTIFICATION_CHOICES = STAFF_EVENTS.flatMap((event) =>
  STAFF_CHANNELS.map((channel) => ({ event, channel })),
)

/** One box of the notifications form. */
export const choiceName = ({ event, channel }: (typeof NOTIFICATION_CHOICES)[number]): string => `${event}.${channel}`
