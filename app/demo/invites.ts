import { COUNTRIES, INVITE_CHANNELS, INVITE_TYPES, type InviteStatus, type InviteType, type Role } from '../vocabulary'
import type { invites, redemptions } from '../db/schema/invites'
import type { messages } from '../db/schema/messages'
import { SealedCode } from '../db/schema/sealed-code'
import type { Dice } from './dice'
import type { OrganizationRow } from './organizations'
import type { DemoPerson } from './people'
import { LANDS } from './places'
import { lengthMs, type World } from './world'
import { PHRASES } from './phrases/phrases'
import { DAY_MS, HOUR_MS } from '../durations'

type InviteRow = typeof invites.$inferInsert
type RedemptionRow = typeof redemptions.$inferInsert
type MessageRow = typeof messages.$inferInsert

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ROUNDS = 6
/** Used-up codes choose first among the people who joined. */
const FULLEST_FIRST = ['used', 'expired', 'active'] as const satisfies readonly InviteStatus[]
const ROLES_BELOW: Record<Role, Role[]> = {
  superadmin: ['admin', 'manager', 'cashier'],
  admin: ['manager', 'cashier'],
  manager: ['manager', 'cashier'],
  cashier: ['cashier'],
}

/** Invites, the people who joined with each, and the messages that sent them. */
export type InvitePlan = { invites: InviteRow[]; redemptions: RedemptionRow[]; messages: MessageRow[] }

/** Every type in every status, several times over; whoever has signed in joined with at most one of them. */
export function planInvites(
  world: World,
  staff: DemoPerson[],
  partners: DemoPerson[],
  organizations: OrganizationRow[],
): InvitePlan {
  const wishes = FULLEST_FIRST.flatMap((status) =>
    INVITE_TYPES.flatMap((type) => Array.from({ length: ROUNDS }, (_, round) => ({ type, status, round }))),
  )
  const joiners = [...partners, ...staff].filter(({ row }) => row.lastSignInAt)
  const joinable = organizations.filter(({ status }) => status === 'active' || status === 'approved')
  const plan: InvitePlan = { invites: [], redemptions: [], messages: [] }
  for (const wish of wishes) planInvite(world, wish, { staff, joiners, joinable }, plan)
  return plan
}

type Wish = { type: InviteType; status: InviteStatus; round: number }
type People = { staff: DemoPerson[]; joiners: DemoPerson[]; joinable: OrganizationRow[] }

function planInvite(world: World, { type, status, round }: Wish, people: People, plan: InvitePlan) {
  const { dice } = world
  const days = daysToExpiry(status, round, dice)
  const expiresAt = days === null ? null : endOfStaffDay(world.now, days)
  const isPersonal = type === 'invite_to_user' || dice.chance(0.4)
  // Before that day began, so that the same people join whatever the hour at which the demo is made.
  const before = days === null ? null : world.ago(-days * DAY_MS)
  const joined = takeJoiners(world, people.joiners, { type, status, isPersonal, before })
  const writer = dice.pick(people.staff.filter(({ row }) => row.status === 'active' && mayInvite(row, type, joined)))
  const firstJoin = joined[0]?.row.createdAt
  const [youngestMs, oldestMs] = status === 'expired' ? [20 * DAY_MS, 60 * DAY_MS] : [HOUR_MS, 18 * DAY_MS]
  const createdAt = firstJoin
    ? new Date(firstJoin.getTime() - lengthMs(dice, HOUR_MS, 3 * DAY_MS))
    : world.ago(lengthMs(dice, youngestMs, oldestMs))
  const invite: InviteRow = {
    id: dice.uuid(),
    code: new SealedCode(inviteCode(dice)),
    type,
    maximumUses: isPersonal ? 1 : status === 'used' ? joined.length : dice.pick([5, 10, 25, 100]),
    usedCount: joined.length,
    expiresAt,
    notes: dice.chance(0.6) ? dice.pick(PHRASES[writer.writes].inviteNotes) : null,
    role:
      type === 'invite_to_user' ? (joined[0]?.row.role ?? dice.pick(ROLES_BELOW[writer.row.role ?? 'cashier'])) : null,
    organizationId:
      type === 'invite_to_organization' ? (joined[0]?.row.organizationId ?? dice.pick(people.joinable).id) : null,
    createdBy: writer.row.id,
    createdAt,
  }
  if (isPersonal && dice.chance(0.7)) send(world, invite, joined[0], plan.messages)
  plan.invites.push(invite)
  for (const { row } of joined)
    plan.redemptions.push({
      id: dice.uuid(),
      inviteId: invite.id ?? '',
      userId: row.id,
      organizationId: row.organizationId ?? null,
      at: row.createdAt,
    })
}

const mayInvite = ({ role }: DemoPerson['row'], type: InviteType, joined: DemoPerson[]) =>
  type === 'invite_to_user' ? joined.length === 0 || role === 'superadmin' : role !== 'cashier'

type Joining = { type: InviteType; status: InviteStatus; isPersonal: boolean; before: Date | null }

/** Takes the people who joined with this code out of the pool, the earliest first. */
function takeJoiners({ dice }: World, pool: DemoPerson[], { type, status, isPersonal, before }: Joining): DemoPerson[] {
  const isOne = isPersonal || type !== 'invite_logistic_provider'
  const count = status === 'used' ? (isOne ? 1 : dice.between(2, 3)) : isPersonal ? 0 : dice.between(0, isOne ? 1 : 3)
  const fitting = pool.filter(
    ({ row }) =>
      (type === 'invite_to_user') === (row.role !== null) &&
      row.role !== 'superadmin' &&
      (before === null || row.createdAt < before),
  )
  const joined = dice.some(fitting, count)
  for (const one of joined) pool.splice(pool.indexOf(one), 1)
  return joined.sort((one, other) => one.row.createdAt.getTime() - other.row.createdAt.getTime())
}

/** Sends an invite by e-mail or WhatsApp; if nobody has joined with it, the message may not have arrived. */
function send({ dice, now }: World, invite: InviteRow, joined: DemoPerson | undefined, messages: MessageRow[]) {
  const channel = dice.pick(INVITE_CHANNELS)
  const serial = 4000 + messages.length
  const country = dice.pick(COUNTRIES)
  const stranger = channel === 'email' ? `office${serial}@newcomer.example` : LANDS[country].phone(dice, serial)
  const recipient = (channel === 'email' ? joined?.row.email : joined?.row.phone) ?? stranger
  const language = joined?.writes ?? LANDS[country].language
  Object.assign(invite, { channel, recipient, language, sentAt: invite.createdAt })
  const at = (ms: number) => new Date(Math.min(invite.createdAt.getTime() + ms, now.getTime()))
  const status = joined ? 'delivered' : dice.pick(['sent', 'delivered', 'failed'] as const)
  messages.push({
    id: dice.uuid(),
    channel,
    kind: `invite_${channel}`,
    to: recipient,
    text: '',
    language,
    status,
    attempts: status === 'failed' ? 6 : 1,
    createdAt: invite.createdAt,
    nextAttemptAt: invite.createdAt,
    expiresAt: at(DAY_MS),
    sentAt: status === 'failed' ? null : at(2000),
    deliveredAt: status === 'delivered' ? at(5000) : null,
    lastError: status === 'failed' ? 'expired' : null,
    inviteId: invite.id,
  })
}

const inviteCode = (dice: Dice): string =>
  `INV-${Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => dice.pick([...ALPHABET])).join('')).join('-')}`

/** In how many days a code ends, negative where it has ended; null for one that never does. */
function daysToExpiry(status: InviteStatus, round: number, dice: Dice): number | null {
  if (status !== 'expired' && round % 3 === 0) return null
  return status === 'expired' ? -dice.between(1, 15) : dice.between(1, 60)
}

/** The end of a day in the time zone of the staff, five hours ahead of UTC. */
function endOfStaffDay(now: Date, days: number): Date {
  const staffDay = Math.floor((now.getTime() + 5 * HOUR_MS) / DAY_MS) + days + 1
  return new Date(staffDay * DAY_MS - 5 * HOUR_MS)
}
