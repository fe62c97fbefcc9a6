import pg from 'pg'
import { median } from '../measure'
import { growthOf, watchMemory } from './memory'
import { FIRST, type Line, type Scale } from './scales'

const TIMES = 3
/** The content of the invites' file, as the database writes it by itself. */
const COPY = `copy (
  select code, type, case when used_count >= maximum_uses then 'used' when expires_at <= now() then 'expired' else 'active' end,
    used_count, maximum_uses, expires_at, name, role, recipient, notes, invites.created_at
  from invites left join organizations on organizations.id = organization_id
  where deleted_at is null order by invites.created_at desc, invites.id desc
) to stdout (format csv, header)`

/** Figure 12: the export of all invites, beside the database's own COPY. */
export async function measureExport({ variables, server, cookie }: Scale): Promise<Line[]> {
  const ask = (address: string) =>
    fetch(server.origin + address, { headers: { cookie, 'accept-encoding': 'identity' } })
  let firstMs = 0
  let wholeMs = 0
  const memory = await watchMemory(
    server,
    async () => (await ask(FIRST.address)).arrayBuffer(),
    async () => {
      const startedMs = performance.now()
      const reader = (await ask('/invites/export')).body?.getReader()
      await reader?.read()
      firstMs = performance.now() - startedMs
      while ((await reader?.read())?.done === false);
      wholeMs = performance.now() - startedMs
    },
  )
  const copyMs = await copiedMs(variables.DATABASE_URL)
  return [
    {
      figure:
        '12. export of 1M invites ÷ COPY of the same columns; first byte, ms; growth of memory since 8 pages, since 150, MB',
      goal: '1.5; 50; 25',
      found: `${(wholeMs / copyMs).toFixed(1)} (${(wholeMs / 1000).toFixed(1)} s); ${firstMs.toFixed(0)}; ${growthOf(memory)}`,
    },
  ]
}

async function copiedMs(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const times: number[] = []
    for (let n = 0; n < TIMES; n += 1) {
      const startedMs = performance.now()
      await client.query(COPY)
      times.push(performance.now() - startedMs)
    }
    return median(times)
  } finally {
    await client.end()
  }
}
