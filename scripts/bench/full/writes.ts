import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { users } from '../../../app/db/schema/users'
import { grant, type Ability, type Actor } from '../../../app/domain/access'
import { dateProof } from '../../../app/domain/fresh-proof'
import { deleteChosen } from '../../../app/domain/invites/delete-invites.server'
import { inviteList } from '../../../app/domain/invites/invite-list'
import { approveVerification } from '../../../app/domain/verifications/decisions/decide.server'
import type { Services } from '../../../app/services.server'
import { median } from '../measure'
import { ADMIN_PHONE, openFor } from '../prepare'
import type { Line, Scale } from './scales'

const DELETED = 10_000
const APPROVED_A_ROUND = 40
const IN_USE = '55006'

/** Figure 11: runs the commands themselves in a copy of the database, which nobody else may be using then. */
export async function measureWrites({ variables }: Scale, probe: pg.Client, rounds: number): Promise<Line[]> {
  const url = new URL(variables.DATABASE_URL)
  const source = decodeURIComponent(url.pathname.slice(1))
  const copy = `${source}_writes`
  const line = {
    figure: `11. deleting ${DELETED} that match ÷ plain DELETE; an approval ÷ the bare transaction`,
    goal: '3; 5',
  }
  const drop = () => probe.query(`drop database if exists ${pg.escapeIdentifier(copy)}`)
  await drop()
  try {
    await probe.query(
      `create database ${pg.escapeIdentifier(copy)} template ${pg.escapeIdentifier(source)} strategy file_copy`,
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== IN_USE) throw error
    return [{ ...line, found: `not run: ${source} is in use` }]
  }
  url.pathname = `/${copy}`
  try {
    return [{ ...line, found: await measureOn({ ...variables, DATABASE_URL: url.href }, rounds) }]
  } finally {
    await drop()
  }
}

async function measureOn(variables: Scale['variables'], rounds: number): Promise<string> {
  const services = await openFor(variables)
  const client = new pg.Client({ connectionString: variables.DATABASE_URL })
  await client.connect()
  try {
    const actor = await adminOf(services)
    const deleting = await inTurn(
      rounds,
      () => plainDelete(client),
      () => deleteMatching(services, client, actor),
    )
    const waiting = await claimedBy(client, actor, (rounds + 1) * APPROVED_A_ROUND * 2)
    const next = () => waiting.pop() ?? { id: '', version: 0 }
    const approving = await inTurn(
      rounds * APPROVED_A_ROUND,
      () => bareApproval(client, actor, next()),
      () => approve(services, actor, next()),
    )
    const said = ([bareMs, ourMs]: [number, number]) =>
      `${(ourMs / bareMs).toFixed(1)} (${ourMs.toFixed(ourMs < 10 ? 1 : 0)} ms)`
    return `${said(deleting)}; ${said(approving)}`
  } finally {
    await client.end()
    await services.close()
  }
}

type Work = () => Promise<number>

/** The medians in milliseconds of both, run alternately; the first of each is not counted. */
async function inTurn(times: number, one: Work, other: Work): Promise<[number, number]> {
  const found: [number[], number[]] = [[], []]
  for (let n = 0; n <= times; n += 1)
    for (const [index, work] of [one, other].entries()) {
      const ms = await work()
      if (n > 0) found[index]?.push(ms)
    }
  return [median(found[0]), median(found[1])]
}

async function timed(work: () => Promise<boolean>): Promise<number> {
  const startedMs = performance.now()
  if (!(await work())) throw new Error('What is measured was not done')
  return performance.now() - startedMs
}

/** The creation time up to which exactly `DELETED` codes are the oldest. */
async function oldestUpTo(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ created_at: Date }>(
    'select created_at from invites where deleted_at is null order by created_at, id offset $1 limit 1',
    [DELETED - 1],
  )
  return rows[0]?.created_at ?? new Date(0)
}

async function plainDelete(client: pg.Client): Promise<number> {
  const upTo = await oldestUpTo(client)
  return timed(async () => {
    const { rowCount } = await client.query('delete from invites where deleted_at is null and created_at <= $1', [upTo])
    return (rowCount ?? 0) >= DELETED
  })
}

async function deleteMatching(services: Services, client: pg.Client, actor: Actor): Promise<number> {
  const upTo = await oldestUpTo(client)
  const all = { all: true, state: inviteList.read(new URLSearchParams()) } as const
  return timed(async () => {
    const outcome = await deleteChosen(
      services,
      dateProof(permitOf(actor, 'invites.deleteOwn'), services.now()),
      all,
      upTo,
      'bench',
    )
    return outcome.kind === 'done' && outcome.value.deleted >= DELETED
  })
}

type Claimed = { id: string; version: number }

/** First registrations under review, assigned to this person. */
async function claimedBy(client: pg.Client, actor: Actor, count: number): Promise<Claimed[]> {
  const { rows } = await client.query<Claimed>(
    `update verifications set reviewer_id = $1 where id in (
       select id from verifications where type = 'initial_registration' and status = 'under_review'
       and not exists (select from documents where verification_id = verifications.id and documents.status = 'rejected')
       order by submitted_at limit $2
     ) returning id, version`,
    [actor.id, count],
  )
  return rows
}

const approve = (services: Services, actor: Actor, { id, version }: Claimed): Promise<number> =>
  timed(async () => {
    const target = { id, version, notes: null, requestId: 'bench' }
    return (await approveVerification(services, permitOf(actor, 'verifications.review'), target)).kind === 'done'
  })

/** The bare SQL of an approval: the guarded status change, its effect on the organization, its event and its audit entry. */
const bareApproval = (client: pg.Client, { id: actorId }: Actor, { id, version }: Claimed): Promise<number> =>
  timed(async () => {
    await client.query('begin')
    const { rows } = await client.query<{ organization_id: string }>(
      `update verifications set status = 'approved', version = version + 1, reviewed_at = now(), due_at = null
       where id = $1 and version = $2 and status = 'under_review' returning organization_id`,
      [id, version],
    )
    await client.query(`update organizations set status = 'approved', version = version + 1 where id = $1`, [
      rows[0]?.organization_id,
    ])
    await client.query(
      `insert into timeline_events (verification_id, event, at, actor_id, version) values ($1, 'approved', now(), $2, $3)`,
      [id, actorId, version + 1],
    )
    await client.query(
      `insert into audit_log (at, actor_id, act, object_type, object_id, request_id)
       values (now(), $1, 'verification.approve', 'verification', $2, 'bench')`,
      [actorId, id],
    )
    await client.query('commit')
    return rows.length === 1
  })

async function adminOf({ db, now }: Services): Promise<Actor> {
  const [row] = await db.select().from(users).where(eq(users.phone, ADMIN_PHONE))
  if (!row) throw new Error('The demonstration has no admin')
  return { ...row, sessionId: randomUUID(), provenAt: now() }
}

function permitOf<Asked extends Ability>(actor: Actor, ability: Asked) {
  const permit = grant(actor, ability)
  if (!permit) throw new Error('An admin may not')
  return permit
}
