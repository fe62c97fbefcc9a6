import { sql } from 'drizzle-orm'
import { INVITE_TYPES } from '../../vocabulary'
import { PHRASES } from '../phrases/phrases'
import { changed, draw, numbered, ownId, picked, share, within, type Bulk, type Chunk } from './draw'

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NOTES = Object.values(PHRASES).flatMap(({ inviteNotes }) => inviteNotes)
const AGE_DAYS = 400

/** Sixty random bits in three groups of four characters. */
const code = sql`'INV-' || ${sql.join(
  [0, 4, 8].map((group) =>
    sql.join(
      [0, 1, 2, 3].map((sign) => sql.raw(`substr('${SIGNS}', 1 + (get_byte(bits, ${group + sign}) & 31), 1)`)),
      sql` || `,
    ),
  ),
  sql` || '-' || `,
)}`

/** Invites of every type: used up, expired, without end, and in use. */
export const insertBulkInvites = (
  bulk: Bulk,
  chunk: Chunk,
  { staffIds, organizationIds }: { staffIds: string[]; organizationIds: string[] },
): Promise<number> => {
  const types = INVITE_TYPES.filter((type) => type !== 'invite_to_organization' || organizationIds.length > 0)
  const creator = staffIds.length > 0 ? sql`${picked(3, staffIds)}::uuid` : sql`null::uuid`
  const organization =
    organizationIds.length > 0
      ? sql`case when type = 'invite_to_organization' then ${picked(4, organizationIds)}::uuid end`
      : sql`null::uuid`
  return changed(
    bulk.db,
    sql`
      insert into invites
        (id, code, type, maximum_uses, used_count, expires_at, notes, role, organization_id, created_by, created_at)
      select ${ownId}, ${code}, type, uses,
        case when ${share(1)} < 0.25 then uses else floor(${share(1)} * uses)::int end,
        case when ${share(2)} < 0.3 then null
          else date_trunc('day', created at time zone 'Asia/Almaty' + (1 + ${draw(2)} % 120) * interval '1 day') at time zone 'Asia/Almaty' end,
        case when ${share(5)} < 0.4 then ${picked(5, NOTES)} end,
        case when type = 'invite_to_user' then ${picked(6, ['manager', 'cashier', 'cashier'])} end,
        ${organization}, ${creator}, created
      from ${numbered(bulk, 'invite', chunk)}
      cross join lateral (
        select decode(m, 'hex') bits, ${picked(0, types)} type, ${within(bulk, AGE_DAYS, 7)} created,
          (array[1, 1, 5, 10, 25, 100])[1 + ${draw(6)} % 6] uses
      ) drawn
      on conflict do nothing`,
  )
}
