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

type Gateways = { emailGateway: string }

/** The channels that news can take with the gateways that are set. */
export const newsChannels = ({ emailGateway }: Gateways): StaffChannel[] =>
  STAFF_CHANNELS.filter((channel) => channel !== 'email' || emailGateway !== 'none')

/** The channels that news takes which somebody wants on these: to their phone where no e-mail is sent. */
export const takenChannels = (gateways: Gateways, chosen: readonly StaffChannel[]): StaffChannel[] => {
  const taken = newsChannels(gateways).filter((channel) => chosen.includes(channel))
  return taken.length === 0 && chosen.length > 0 ? ['whatsapp'] : taken
}

/** What a form says that offers the channels there are: who leaves a kind of news ticked keeps the e-mail that is not sent for now. */
export const choicesFrom = (
  gateways: Gateways,
  ticked: readonly NotificationChoice[],
  before: readonly NotificationChoice[],
): NotificationChoice[] => {
  const offered = newsChannels(gateways)
  const isKept = ({ event, channel }: NotificationChoice) =>
    !offered.includes(channel) && ticked.some((one) => one.event === event)
  const kept = before.filter(isKept)
  const isOnlyShown = ({ event, channel }: NotificationChoice) =>
    kept.some((one) => one.event === event) && !isIn(before, { event, channel })
  return [...kept, ...ticked.filter((one) => offered.includes(one.channel) && !isOnlyShown(one))]
}

export const NOTIFICATION_CHOICES = STAFF_EVENTS.flatMap((event) =>
  STAFF_CHANNELS.map((channel) => ({ event, channel })),
)

/** One box of the notifications form. */
export const choiceName = ({ event, channel }: (typeof NOTIFICATION_CHOICES)[number]): string => `${event}.${channel}`
