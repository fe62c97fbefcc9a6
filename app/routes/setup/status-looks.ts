import type { Tone } from '../../ui/badge'
import type { IconName } from '../../ui/icon'
import type { TimelineEvent, VerificationStatus } from '../../vocabulary'

export const STATUS_TONES = {
  pending: 'amber',
  under_review: 'sky',
  need_more_info: 'indigo',
  approved: 'green',
  rejected: 'red',
} as const satisfies Record<VerificationStatus, Tone>

export const EVENT_LOOKS = {
  submitted: { icon: 'inbox', tone: 'grey' },
  review_started: { icon: 'play', tone: 'sky' },
  approved: { icon: 'check', tone: 'green' },
  rejected: { icon: 'x', tone: 'red' },
  info_requested: { icon: 'help', tone: 'indigo' },
  resubmitted: { icon: 'undo', tone: 'amber' },
} as const satisfies Record<TimelineEvent, { icon: IconName; tone: Tone }>
