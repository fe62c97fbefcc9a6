import { sql } from 'drizzle-orm'
import { LANGUAGES, USER_STATUSES } from '../../vocabulary'
import { LANDS } from '../places'
import { changed, draw, numbered, ownId, picked, share, within, type Bulk, type Chunk } from './draw'

const PEOPLE = Object.values(LANDS).flatMap(({ people }) => people)
const STATUS_CHOICES = [...USER_STATUSES, 'active', 'active', 'active', 'active', 'active', 'active']
const AGE_DAYS = 700
/** Nobody left so long ago that the console would start by erasing them (keeping/periods.ts). */
const SEEN_DAYS = 180

/** One in ten belongs to the staff, the others to organizations; without any organization all are staff. */
export const insertBulkUsers = (bulk: Bulk, chunk: Chunk, organizationIds: string[]): Promise<number> => {
  const isStaff = organizationIds.length > 0 ? sql`${share(1)} < 0.1` : sql`true`
  const organization = organizationIds.length > 0 ? sql`${picked(2, organizationIds)}::uuid` : sql`null::uuid`
  return changed(
    bulk.db,
    sql`
      insert into users
        (id, username, phone, email, status, role, organization_id, language, time_zone, suspended_reason, created_at, last_sign_in_at)
      select ${ownId}, ${picked(3, PEOPLE)} || ' ' || i,
        '+7775' || lpad(((i + ${bulk.seed}::bigint * 1000003) % 10000000)::text, 7, '0'),
        'person' || i || '@company' || (1 + ${draw(4)}) || '.example', status,
        case when ${isStaff} then ${picked(5, ['manager', 'manager', 'cashier', 'admin'])} end,
        case when not (${isStaff}) then ${organization} end,
        ${picked(6, LANGUAGES)}, 'Asia/Almaty', case when status = 'suspended' then 'Three unanswered complaints.' end, created,
        case when status <> 'invited' then greatest(created + interval '1 hour', ${within(bulk, SEEN_DAYS, 4)}) end
      from ${numbered(bulk, 'user', chunk)}
      cross join lateral (select ${picked(0, STATUS_CHOICES)} status, ${within(bulk, AGE_DAYS, 7)} created) drawn
      on conflict do nothing`,
  )
}
