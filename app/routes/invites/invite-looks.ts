import type { Tone } from '../../ui/badge'
import type { IconName } from '../../ui/icon'
import type { InviteStatus, InviteType } from '../../vocabulary'

export const INVITE_TONES = {
  active: 'teal',
  used: 'indigo',
  expired: 'grey',
} as const satisfies Record<InviteStatus, Tone>

export const INVITE_ICONS = {
  invite_to_organization: 'building',
  invite_to_user: 'user',
  invite_logistic_provider: 'truck',
} as const satisfies Record<InviteType, IconName>
