import type { StaffChannel, StaffEvent } from '../../vocabulary'

export type NewsChoice = { event: StaffEvent; channel: StaffChannel }

/** What everybody is told who has not said otherwise: that somebody came in by a code of theirs. */
const BY_DEFAULT: readonly NewsChoice[] = [{ event: 'invite_redeemed', channel: 'whatsapp' }]

const isIn = (choices: readonly NewsChoice[], { event, channel }: NewsChoice): boolean =>
  choices.some((one) => one.event === event && one.channel === channel)

/** How choices differ from the default, which is what is stored; and from what is stored back to the choices. */
export const differing = (choices: readonly NewsChoice[], of: readonly NewsChoice[] = BY_DEFAULT): NewsChoice[] => [
  ...choices.filter((choice) => !isIn(of, choice)),
  ...of.filter((choice) => !isIn(choices, choice)),
]

/** The channels on which somebody wants one kind of news, by what is stored of it. */
export const channelsOf = (event: StaffEvent, stored: readonly StaffChannel[]): StaffChannel[] =>
  differing(
    stored.map((channel) => ({ event, channel })),
    BY_DEFAULT.filter((choice) => choice.event === event),
  ).map(({ channel }) => channel)
