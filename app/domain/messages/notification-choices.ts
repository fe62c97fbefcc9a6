import {
  type NotificationChoice,
  type StaffChannel,
  type StaffEvent,
  STAFF_CHANNELS,
  STAFF_EVENTS,
} from '../../vocabulary'
import { can, type Ability, type Actor } from '../access'

/** The ability needed to be notified of each event. */
const NEEDED: Record<StaffEvent, Ability> = {
  new_verification: 'verifications.review',
  overdue_verification: 'verifications.review',
  new_mode_change: 'verifications.review',
  recovery_request: 'recovery.read',
  invite_redeemed: 'invites.create',
  mention: 'notes',
  morning_digest: 'verifications.review',
}

/** The events of which this person may be notified. */
export const eventsFor = (actor: Pick<Actor, 'role'>): StaffEvent[] =>
  STAFF_EVENTS.filter((event) => can(actor, NEEDED[event]))

/** The default for people who have not chosen: that somebody joined with a code of theirs, and the morning digest. */
const BY_DEFAULT: readonly NotificationChoice[] = [
  { event: 'invite_redeemed', channel: 'whatsapp' },
  { event: 'morning_digest', channel: 'email' },
]

const isIn = (choices: readonly NotificationChoice[], { event, channel }: NotificationChoice): boolean =>
  choices.some((one) => one.event === event && one.channel === channel)

/** The choices that are in one list only. Against the default this turns choices into what is stored, and what is stored back into choices. */
export const symmetricDifference = (
  choices: readonly NotificationChoice[],
  of: readonly NotificationChoice[] = BY_DEFAULT,
): NotificationChoice[] => [
  ...choices.filter((choice) => !isIn(of, choice)),
  ...of.filter((choice) => !isIn(choices, choice)),
]

/** The channels on which somebody wants to be notified of one event, from their stored choices. */
export const channelsOf = (event: StaffEvent, stored: readonly StaffChannel[]): StaffChannel[] =>
  symmetricDifference(
    stored.map((channel) => ({ event, channel })),
    BY_DEFAULT.filter((choice) => choice.event === event),
  ).map(({ channel }) => channel)

type Gateways = { emailGateway: string }

/** The channels for notifications with the configured gateways. */
export const newsChannels = ({ emailGateway }: Gateways): StaffChannel[] =>
  STAFF_CHANNELS.filter((channel) => channel !== 'email' || emailGateway !== 'none')

/** The chosen channels that are available; their phone when only e-mail was chosen and none is sent. */
export const effectiveChannels = (gateways: Gateways, chosen: readonly StaffChannel[]): StaffChannel[] => {
  const taken = newsChannels(gateways).filter((channel) => chosen.includes(channel))
  return taken.length === 0 && chosen.length > 0 ? ['whatsapp'] : taken
}

/**
 * The choices that a submitted form stands for. It shows only available channels: an event left ticked keeps its stored choice of e-mail
 * even while none is sent.
 */
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
