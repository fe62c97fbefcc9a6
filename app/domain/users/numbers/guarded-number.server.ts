import { DAY_MS } from '../../../durations'
import type { Queries } from '../../../db/engine/database'
import { wasSuperadminSince, type KnownUser } from '../../../db/users/user-changes'
import type { Services } from '../../../services.server'

const GUARDED_MS = 30 * DAY_MS

/**
 * Whether a number can be changed only by two superadmins: a superadmin's, and for 30 days a former superadmin's. Otherwise one superadmin
 * could take the role away, change the number alone, and give the role back.
 */
export const isGuarded = async (
  queries: Queries,
  { now }: Pick<Services, 'now'>,
  { id, role }: Pick<KnownUser, 'id' | 'role'>,
): Promise<boolean> => role === 'superadmin' || wasSuperadminSince(queries, id, new Date(now().getTime() - GUARDED_MS))
