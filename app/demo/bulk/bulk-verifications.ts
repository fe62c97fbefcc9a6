import { sql, type SQL } from 'drizzle-orm'
import { OPERATION_MODES, VERIFICATION_STATUSES, VERIFICATION_TYPES } from '../../vocabulary'
import { HISTORIES } from '../histories'
import { PHRASES } from '../phrases/phrases'
import { instant, changed, draw, idOf, list, numbered, ownId, share, type Bulk, type Chunk } from './draw'

/** Every event of every history: status, number of the history, its length, place in it, event. */
const STEPS = VERIFICATION_STATUSES.flatMap((status) =>
  HISTORIES[status].flatMap((events, path) =>
    events.map(
      (event, i) => sql`(${status}::text, ${path}::int, ${events.length}::int, ${i + 1}::int, ${event}::text)`,
    ),
  ),
)
const PATH_COUNTS = sql.join(
  VERIFICATION_STATUSES.map((status) => sql`when ${status} then ${HISTORIES[status].length}::int`),
  sql` `,
)

/** What people write, by the organization's language. */
const TEXTS = JSON.stringify(
  Object.fromEntries(
    Object.entries(PHRASES).map(([language, phrases]) => [
      language,
      {
        approved: phrases.approvals,
        rejected: phrases.rejections,
        resubmitted: phrases.answers,
        items: phrases.requests,
        modes: phrases.modeReasons,
      },
    ]),
  ),
)
const chosen = (texts: SQL): SQL => sql`${texts} ->> (${draw(5)} % jsonb_array_length(${texts}))`
const text = (kind: 'approved' | 'resubmitted' | 'modes'): SQL =>
  chosen(sql`(${TEXTS}::jsonb -> locale -> ${kind}::text)`)
const textOfType = (kind: 'rejected' | 'items'): SQL =>
  chosen(sql`(${TEXTS}::jsonb -> locale -> ${kind}::text -> type)`)

type VerificationsOf = { staffIds: string[]; organizationCount: number; sizeBytes: number }

/**
 * Applications with their events and one document each, in one statement. The first of each organization is its registration; then follow
 * the other types, so that an organization has at most one open application of a type.
 */
export const insertBulkVerifications = (bulk: Bulk, chunk: Chunk, of: VerificationsOf): Promise<number> =>
  changed(
    bulk.db,
    sql`
      with planned as materialized (${plan(bulk, chunk, of)}),
      steps (status, path, length, version, event) as (values ${sql.join(STEPS, sql`, `)}),
      inserted as (
        insert into verifications (id, organization_id, type, status, submitted_by, submitted_at, reviewer_id, reviewed_at,
          review_notes, rejection_reason, requested_changes, waited_for_applicant_ms, waiting_since, current_mode,
          requested_mode, mode_reason, version)
        select id, organization_id, type, p.status, null, submitted_at, case when p.status <> 'pending' then reviewer_id end,
          case when p.status in ('approved', 'rejected') then ended_at end,
          case when p.status = 'approved' then ${text('approved')} end,
          case when p.status = 'rejected' then ${textOfType('rejected')} end,
          case when asks then array[${textOfType('items')}] else '{}' end,
          case when asks and not waits then extract(epoch from gap)::bigint * 1000
            when asks and l.length > 3 then extract(epoch from gap)::bigint * 1000 else 0 end,
          case when waits then ended_at end,
          case when type = 'operation_mode_change' then case when p.status = 'approved' then other_mode else mode end end,
          case when type = 'operation_mode_change' then case when p.status = 'approved' then mode else other_mode end end,
          case when type = 'operation_mode_change' then ${text('modes')} end, l.length
        from planned p
        join (select status, path, length, bool_or(event = 'info_requested') asks, bool_or(event = 'info_requested' and version = length) waits
          from steps group by 1, 2, 3) l on l.status = p.status and l.path = p.path
        cross join lateral (select (ended_at - submitted_at) / greatest(l.length - 1, 1) gap) g
        on conflict do nothing
        returning id
      ),
      written as (
        insert into timeline_events (verification_id, event, at, actor_id, words, items, version)
        select p.id, s.event, date_trunc('milliseconds', case when s.version = s.length and s.length > 1 then ended_at
            else submitted_at + (ended_at - submitted_at) / greatest(s.length - 1, 1) * (s.version - 1) end),
          case when s.event not in ('submitted', 'resubmitted') then reviewer_id end,
          case s.event when 'approved' then ${text('approved')} when 'rejected' then ${textOfType('rejected')}
            when 'resubmitted' then ${text('resubmitted')} end,
          case when s.event = 'info_requested' then array[${textOfType('items')}] else '{}' end, s.version
        from inserted join planned p using (id) join steps s on s.status = p.status and s.path = p.path
      )
      insert into documents (id, organization_id, verification_id, type, file_name, media_type, size_bytes, storage_key, status, uploaded_at)
      select md5('document' || m)::uuid, organization_id, p.id, 'business_license', 'Business license.pdf', 'application/pdf',
        ${of.sizeBytes}::int, md5('file' || m), case when p.status in ('approved', 'rejected') then 'verified' else 'pending' end,
        submitted_at - interval '10 minutes'
      from inserted join planned p using (id)`,
  )

const plan = (bulk: Bulk, chunk: Chunk, { staffIds, organizationCount }: VerificationsOf): SQL => sql`
  select ${ownId} id, m, o.id organization_id, o.default_locale locale, o.operation_mode mode, type, decided.status,
    ${draw(2)} % (case decided.status ${PATH_COUNTS} end) path, submitted_at,
    date_trunc('milliseconds', submitted_at + case when decided.status in ('approved', 'rejected')
      then least(interval '3 hours' + ${share(3)} * interval '5 days', ${instant(bulk.now)} - submitted_at)
      else (${instant(bulk.now)} - submitted_at) * (0.4 + ${share(3)} * 0.5) end) ended_at,
    (select array_agg(other) from unnest(${list(OPERATION_MODES)}) other where other <> o.operation_mode)[1 + ${draw(4)} % 2] other_mode,
    ${staffIds.length > 0 ? sql`(${list(staffIds)})[1 + ${draw(6)} % ${staffIds.length}::int]::uuid` : sql`null::uuid`} reviewer_id
  from ${numbered(bulk, 'verification', chunk)}
  cross join lateral (select (i - 1) / ${organizationCount}::int round, 1 + (i - 1) % ${organizationCount}::int number) placed
  join organizations o on o.id = ${idOf(bulk, 'organization', sql`number`)}
  cross join lateral (select (${list(VERIFICATION_TYPES)})[1 + round % ${VERIFICATION_TYPES.length}::int] type) typed
  cross join lateral (select case
    when round = 0 and o.status not in ('pending', 'rejected') then 'approved'
    when round = 0 and o.status = 'rejected' then 'rejected'
    when round = 0 or (round < ${VERIFICATION_TYPES.length}::int and ${share(1)} < 0.25)
      then (array['pending', 'under_review', 'need_more_info'])[1 + ${draw(0)} % 3]
    when ${share(1)} < 0.8 then 'approved' else 'rejected' end status) decided
  cross join lateral (select date_trunc('milliseconds', ${instant(bulk.now)} - case when decided.status in ('approved', 'rejected')
      then interval '4 hours' + ${share(7)} * interval '700 days'
      else interval '20 minutes' + ${share(7)} * interval '9 days' end) submitted_at) timed`
