import type { IconName } from '../../ui/icon'
import type { InviteType } from '../../vocabulary'

export const INVITE_ICONS = {
  invite_to_organization: 'building',
  invite_to_user: 'user',
  invite_logistic_provider: 'truck',
} as const satisfies Record<InviteType, IconName>
