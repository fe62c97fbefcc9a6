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
/** That a session is in use is noted at most once a minute: by whoever asks, not by what they ask. */
const asText = (table: string) => (table === 'sessions' ? `(to_jsonb(t) - 'last_seen_at')::text` : 't::text')
const DIGESTS = NAMES.map(
  (table) =>
    `select '${table}' as name, md5(coalesce(string_agg(${asText(table)}, '|' order by ${asText(table)}), '')) as digest from ${table} t`,
).join(' union all ')

async function digests(): Promise<Record<string, string>> {
  const found = (await db.execute(sql.raw(DIGESTS))) as { rows: { name: string; digest: string }[] }
  return Object.fromEntries(found.rows.map(({ name, digest }) => [name, digest]))
}

/** Staff who read a document and who take out a list or what is kept about a person: the audit log has a row of it. */
const NOTED = /\/documents\/\{\w+\}(\/file|\/pages)?$|^\/\w+\/export$|\/data$/
/** The row, the end of the chain, the reader's first key, that it was noted within this hour, and who opened the document first. */
const NOTED_TABLES = ['audit_log', 'audit_head', 'person_keys', 'rate_limits', 'documents']

const filled = (text: string) => withIds(cast, text)
const reading = rows.filter(({ method }) => method === 'GET')

describe('the running console is given no data of', () => {
  it.each(reading.filter(({ address }) => NOTED.test(address)))('$address', async ({ address }) => {
    const before = await digests()
    expect((await gatehouse.data(services, filled(address), cast.cookies.superadmin)).status).toBe(404)
    expect(await digests()).toEqual(before)
  })
})

describe('a page of another site hands nobody', () => {
  const ask = async (address: string, site: string | null, person: 'superadmin' | 'partner' = 'superadmin') => {
    const headers: Record<string, string> = site === null ? {} : { 'sec-fetch-site': site }
    const answer = await gatehouse.send(services, 'GET', address, { cookie: cast.cookies[person], headers })
    await answer.body?.cancel()
    return answer
  }

  it.each(reading.filter(({ address }) => NOTED.test(address)))('$address', async ({ address }) => {
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
  })

  it('a list, whose filter the page keeps', async () => {
    const answer = await ask('/invites/export?status=used&status=expired', 'cross-site')
    expect(answer.headers.get('location')).toBe('/invites/?status=used&status=expired')
  })

  it('a document of their own, whose page a partner may see', async () => {
    const { address = '' } = reading.find((one) => /organizations.*\/documents\/\{\w+\}$/.test(one.address)) ?? {}
    const answer = await ask(filled(address), 'cross-site', 'partner')
    expect((await ask(answer.headers.get('location') ?? '', 'cross-site', 'partner')).status).toBe(200)
  })
})

describe.each(['superadmin', 'partner'] as const)('%s changes nothing by asking for', (person) => {
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
})
