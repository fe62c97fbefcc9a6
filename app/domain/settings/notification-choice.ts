import { STAFF_CHANNELS, STAFF_EVENTS } from '../../vocabulary'

export const NOTIFICATION_CHOICES = STAFF_EVENTS.flatMap((event) =>
  STAFF_CHANNELS.map((channel) => ({ event, channel })),
)

/** One box of the notifications form. */
export const choiceName = ({ event, channel }: (typeof NOTIFICATION_CHOICES)[number]): string => `${event}.${channel}`
