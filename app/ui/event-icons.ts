import type { HistoryEvent } from '../vocabulary'
import type { Tone } from './badge'
import type { IconName } from './icon'

export const EVENT_ICONS = {
  submitted: { icon: 'inbox', tone: 'grey' },
  review_started: { icon: 'play', tone: 'sky' },
  approved: { icon: 'check', tone: 'green' },
  rejected: { icon: 'x', tone: 'red' },
  info_requested: { icon: 'help', tone: 'indigo' },
  resubmitted: { icon: 'undo', tone: 'amber' },
  released: { icon: 'undo', tone: 'grey' },
  taken_over: { icon: 'user', tone: 'sky' },
  prepared: { icon: 'edit', tone: 'indigo' },
  returned: { icon: 'undo', tone: 'amber' },
  undone: { icon: 'undo', tone: 'grey' },
} as const satisfies Record<HistoryEvent, { icon: IconName; tone: Tone }>
