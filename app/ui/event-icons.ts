import type { TimelineEvent } from '../vocabulary'
import type { Tone } from './badge'
import type { IconName } from './icon'

export const EVENT_ICONS = {
  submitted: { icon: 'inbox', tone: 'grey' },
  review_started: { icon: 'play', tone: 'sky' },
  approved: { icon: 'check', tone: 'green' },
  rejected: { icon: 'x', tone: 'red' },
  info_requested: { icon: 'help', tone: 'indigo' },
  resubmitted: { icon: 'undo', tone: 'amber' },
} as const satisfies Record<TimelineEvent, { icon: IconName; tone: Tone }>
