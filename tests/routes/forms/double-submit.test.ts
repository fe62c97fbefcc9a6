import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { PEOPLE, repeatableCast, withIds } from '../../support/access-cast'
import { rows } from '../../support/access-table'
import { openConsole } from '../../support/console'
import { openTestDatabase, TABLES } from '../../support/database'

const db = await openTestDatabase()
const gatehouse = await openConsole()

/** Tables that count every request, whatever it changes. */
const COUNTERS = ['rate_limits', 'spent_challenges']
const LOOKED_AT = TABLES.filter((table) => !COUNTERS.includes(getTableName(table)))

const { cast, anew } = await repeatableCast(db)
const filled = (text = '') => withIds(cast, text)

/** What a form changes: how many rows a table has, how often they were written, and in which state they are. */
const HOLDS = sql.join(
  LOOKED_AT.map((table) => {
    const columns = getTableColumns(table)
    const versions = 'version' in columns ? sql`sum(${columns.version})::int` : sql`0`
    const states =
      'status' in columns
        ? sql`(select json_object_agg(status, n) from (select status, count(*) n from ${table} group by status order by status) s)`
        : sql`null::json`
    return sql`select ${getTableName(table)} as name, count(*)::int n, ${versions} versions, ${states} states from ${table}`
  }),
  sql` union all `,
)

async function holds(): Promise<Record<string, unknown>> {
  const found = (await db.execute(HOLDS)) as { rows: { name: string }[] }
  return Object.fromEntries(found.rows.map(({ name, ...rest }) => [name, rest]))
}

type Row = (typeof rows)[number]

/** The state after a permitted person sent a form this many times at once, and the answers. */
async function sent({ address, form }: Row, person: (typeof PEOPLE)[number], times: number) {
  const services = await anew()
  const send = () =>
    gatehouse.send(services, 'POST', filled(address), { cookie: cast.cookies[person], form: filled(form) })
  const answers = await Promise.all(Array.from({ length: times }, send))
  return { statuses: answers.map(({ status }) => status), holds: await holds() }
}

/** The answer to a second sending of one code when the form does not name its drawing. */
const HELD_BACK = 429

/** Each look at a phone number leaves a row of its own. */
const LOOKS = ['intent=show-phone']

describe('a form sent twice at once has the effect of one', () => {
  const forms = rows.filter(
    ({ method, expected, form }) => method === 'POST' && expected.includes('ok') && !LOOKS.includes(form ?? ''),
  )

  it.each(forms)('$address $form', async (row) => {
    const person = PEOPLE[row.expected.indexOf('ok')] ?? 'superadmin'
    const once = await sent(row, person, 1)
    const twice = await sent(row, person, 2)
    expect(twice.holds).toEqual(once.holds)
    expect(once.statuses[0]).toBeLessThan(400)
    expect(twice.statuses).toContain(once.statuses[0])
    for (const status of twice.statuses) if (status !== HELD_BACK) expect(status).toBeLessThan(400)
  })
})

describe('a form sent again with another reason', () => {
  it.each([
    ['/organizations/{active}/suspend', { version: '1', reason: 'No licence' }],
    ['/organizations/{approved}/archive', { version: '1', reason: 'Closed' }],
    ['/organizations/{other}/documents/{document}/reject', { seen: 'pending', reason: 'Not readable' }],
    ['/verifications/{reviewed}/documents/{document}/reject', { seen: 'pending', reason: 'Not readable' }],
    ['/verifications/{reviewed}/reject', { version: '2', reason: 'Not readable' }],
    ['/users/{cashier}/suspend', { version: '1', reason: 'Left' }],
  ])('to %s answers 409 and changes nothing, while the same reason answers 302 again', async (address, form) => {
    const services = await anew()
    const send = (more: Record<string, string> = {}) =>
      gatehouse.send(services, 'POST', filled(address), {
        cookie: cast.cookies.superadmin,
        form: new URLSearchParams({ ...form, ...more }).toString(),
      })
    expect((await send()).status).toBe(302)
    const before = await holds()
    expect((await send()).status).toBe(302)
    expect((await send({ reason: 'Another reason' })).status).toBe(409)
    expect(await holds()).toEqual(before)
  })
})
