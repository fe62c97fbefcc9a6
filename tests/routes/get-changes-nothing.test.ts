import { getTableName, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newCast, withIds } from '../support/access-cast'
import { rows } from '../support/access-table'
import { openConsole } from '../support/console'
import { openTestDatabase, TABLES } from '../support/database'

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, services } = await newCast(db)

const NAMES = TABLES.map((table) => getTableName(table))
/** The last-seen time of a session is written at most once a minute, whatever is asked for, so it does not count. */
const asText = (table: string) => (table === 'sessions' ? `(to_jsonb(t) - 'last_seen_at')::text` : 't::text')
const DIGESTS = NAMES.map(
  (table) =>
    `select '${table}' as name, md5(coalesce(string_agg(${asText(table)}, '|' order by ${asText(table)}), '')) as digest from ${table} t`,
).join(' union all ')

async function digests(): Promise<Record<string, string>> {
  const found = (await db.execute(sql.raw(DIGESTS))) as { rows: { name: string; digest: string }[] }
  return Object.fromEntries(found.rows.map(({ name, digest }) => [name, digest]))
}

/** Documents, exported lists and the data kept about a person: the audit log has a row when staff read them. */
const NOTED = /\/documents\/\{\w+\}(\/file|\/pages)?$|^\/\w+\/export$|\/data$/
/** Where reading them writes: the row, the end of its chain, the reader's first key, the hourly limit, the first opener. */
const NOTED_TABLES = ['audit_log', 'audit_head', 'person_keys', 'rate_limits', 'documents']

const filled = (text: string) => withIds(cast, text)
const reading = rows.filter(({ method }) => method === 'GET')

describe('the console refuses a data request for an audited address', () => {
  it.each(reading.filter(({ address }) => NOTED.test(address)))(
    '$address answers 404 and changes nothing',
    async ({ address }) => {
      const before = await digests()
      expect((await gatehouse.data(services, filled(address), cast.cookies.superadmin)).status).toBe(404)
      expect(await digests()).toEqual(before)
    },
  )
})

describe('a request from another site for an audited address is not answered there', () => {
  const ask = async (address: string, site: string | null, person: 'superadmin' | 'partner' = 'superadmin') => {
    const headers: Record<string, string> = site === null ? {} : { 'sec-fetch-site': site }
    const answer = await gatehouse.send(services, 'GET', address, { cookie: cast.cookies[person], headers })
    await answer.body?.cancel()
    return answer
  }

  it.each(reading.filter(({ address }) => NOTED.test(address)))(
    '$address leads to its page and changes nothing',
    async ({ address }) => {
      const before = await digests()
      for (const site of ['cross-site', 'same-site', 'unheard-of']) {
        const answer = await ask(filled(address), site)
        expect([site, answer.status]).toEqual([site, 302])
        const page = answer.headers.get('location') ?? ''
        expect(filled(address)).toContain(page.replace(/verification-status$/, ''))
        expect((await ask(page, site)).status).toBe(200)
      }
      expect(await digests()).toEqual(before)
      const { status } = await ask(filled(address), null)
      for (const site of ['same-origin', 'none']) expect((await ask(filled(address), site)).status).toBe(status)
    },
  )

  it('leads from a list’s file to the list with the same filters', async () => {
    const answer = await ask('/invites/export?status=used&status=expired', 'cross-site')
    expect(answer.headers.get('location')).toBe('/invites/?status=used&status=expired')
  })

  it('leads a partner from their own document to a page they may open', async () => {
    const { address = '' } = reading.find((one) => /organizations.*\/documents\/\{\w+\}$/.test(one.address)) ?? {}
    const answer = await ask(filled(address), 'cross-site', 'partner')
    expect((await ask(answer.headers.get('location') ?? '', 'cross-site', 'partner')).status).toBe(200)
  })
})

describe.each(['superadmin', 'partner'] as const)(
  'a GET by %s changes nothing except the audit trail of what staff read',
  (person) => {
    it.each(reading)('$address', async ({ address, layout }) => {
      let before = await digests()
      for (const headers of [{ 'sec-purpose': 'prefetch' }, {}] as Record<string, string>[]) {
        const { status } = await gatehouse.send(services, 'GET', filled(address), {
          cookie: cast.cookies[person],
          layout,
          headers,
        })
        const after = await digests()
        const changed = NAMES.filter((table) => before[table] !== after[table])
        const isAhead = 'sec-purpose' in headers
        if (isAhead && status === 200) expect(address).not.toMatch(NOTED)
        const isNoted = !isAhead && person === 'superadmin' && NOTED.test(address) && status === 200
        // The same document read again within an hour is one row.
        const unexpected = changed.filter((table) => !isNoted || !NOTED_TABLES.includes(table))
        expect({ headers, unexpected }).toEqual({ headers, unexpected: [] })
        before = after
      }
    })
  },
)
