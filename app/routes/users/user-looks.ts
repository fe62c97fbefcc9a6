import type { Tone } from '../../ui/badge'
import type { IconName } from '../../ui/icon'
import type { Role, UserStatus } from '../../vocabulary'

/** The specified colours (specification 4). */
export const USER_TONES = {
  active: 'teal',
  inactive: 'grey',
  invited: 'sky',
  suspended: 'red',
} as const satisfies Record<UserStatus, Tone>

export const ROLE_ICONS = {
  superadmin: 'crown',
  admin: 'shield-check',
  manager: 'briefcase',
  cashier: 'cashier',
} as const satisfies Record<Role, IconName>
