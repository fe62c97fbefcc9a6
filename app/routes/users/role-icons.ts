import type { IconName } from '../../ui/icon'
import type { Role } from '../../vocabulary'

export const ROLE_ICONS = {
  superadmin: 'crown',
  admin: 'shield-check',
  manager: 'briefcase',
  cashier: 'cashier',
} as const satisfies Record<Role, IconName>
