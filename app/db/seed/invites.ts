import { INVITE_STATUSES, INVITE_TYPES, type InviteStatus, type InviteType, type Role } from '../../vocabulary'
import type { invites } from '../schema'
import type { Dice } from './dice'
import type { OrganizationRow } from './organizations'
import type { Person } from './people'
import { DAY_MS, HOUR_MS, lengthMs, type World } from './world'
import { WORDS } from './words/words'

export type InviteRow = typeof invites.$inferInsert

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ROUNDS = 6
const ROLES_BELOW: Record<Role, Role[]> = {
  superadmin: ['admin', 'manager', 'cashier'],
  admin: ['manager', 'cashier'],
  manager: ['manager', 'cashier'],
  cashier: ['cashier'],
}

/** Every type in every status, several times over. */
export function planInvites(world: World, staff: Person[], organizations: OrganizationRow[]): InviteRow[] {
  const writers = staff.filter(({ row }) => row.status === 'active')
  const joinable = organizations.filter(({ status }) => status === 'active' || status === 'approved')
  return Array.from({ length: ROUNDS }, (_, round) =>
    INVITE_TYPES.flatMap((type) =>
      INVITE_STATUSES.map((status) => {
        const able = writers.filter(({ row }) => type === 'invite_to_user' || row.role !== 'cashier')
        const writer = world.dice.pick(able)
        return planInvite(world, writer, { type, status, round, organizationId: world.dice.pick(joinable).id })
      }),
    ),
  ).flat()
}

type Wish = { type: InviteType; status: InviteStatus; round: number; organizationId: string }

function planInvite(world: World, { row, writes }: Person, { type, status, round, organizationId }: Wish): InviteRow {
  const { dice, now } = world
  const isPersonal = dice.chance(0.4)
  const maximumUses = isPersonal ? 1 : dice.pick([5, 10, 25, 100])
  const [youngestMs, oldestMs] = status === 'expired' ? [20 * DAY_MS, 60 * DAY_MS] : [HOUR_MS, 18 * DAY_MS]
  const createdAt = world.ago(lengthMs(dice, youngestMs, oldestMs))
  return {
    id: dice.uuid(),
    code: inviteCode(dice),
    type,
    maximumUses,
    usedCount: status === 'used' ? maximumUses : dice.between(0, maximumUses - 1),
    expiresAt: expiry(now, status, round, dice),
    notes: dice.chance(0.6) ? dice.pick(WORDS[writes].inviteNotes) : null,
    role: type === 'invite_to_user' ? dice.pick(ROLES_BELOW[row.role ?? 'cashier']) : null,
    organizationId: type === 'invite_to_organization' ? organizationId : null,
    createdBy: row.id,
    createdAt,
  }
}

export const inviteCode = (dice: Dice): string =>
  `INV-${Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => dice.pick([...ALPHABET])).join('')).join('-')}`

/** The end of a day where the staff sit, five hours ahead of universal time. */
function expiry(now: Date, status: InviteStatus, round: number, dice: Dice): Date | null {
  if (status !== 'expired' && round % 3 === 0) return null
  const days = status === 'expired' ? -dice.between(1, 15) : dice.between(1, 60)
  const staffDay = Math.floor((now.getTime() + 5 * HOUR_MS) / DAY_MS) + days + 1
  return new Date(staffDay * DAY_MS - 5 * HOUR_MS)
}
