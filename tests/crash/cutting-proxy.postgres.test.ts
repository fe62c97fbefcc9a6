import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { cuttingProxy } from '../../scripts/crash/cutting-proxy'
import { frontendMessages, sqlOf } from '../../scripts/crash/postgres-protocol'

const message = (type: string, body: string) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(body) + 4)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}

it('the proxy recognizes statements however their bytes are split', () => {
  const read = frontendMessages()
  const bytes = Buffer.concat([
    message('', '\0\x03\0\0user\0me\0\0'),
    message('Q', 'begin\0'),
    message('P', 'name\0select 1\0\0\0'),
    message('S', ''),
  ])
  const found = [...bytes].flatMap((byte) => read(Buffer.from([byte])))
  expect(found.map(sqlOf)).toEqual(['begin', 'select 1', null])
})

const { server } = inject('databaseSource')

describe('a lost COMMIT answer', () => {
  it('keeps what the transaction wrote and leaves the client without an answer', async () => {
    const url = server?.url ?? ''
    const proxy = await cuttingProxy(url)
    const table = `lost_commit_${process.pid}`
    const direct = new pg.Client(url)
    await direct.connect()
    await direct.query(`create table ${table} (n int)`)
    const pool = new pg.Pool({ connectionString: proxy.databaseUrl })
    pool.on('error', () => {})
    pool.on('connect', (client) => void client.on('error', () => {}))
    onTestFinished(async () => {
      await direct.query(`drop table ${table}`)
      await direct.end()
      await pool.end()
      await proxy.close()
    })
    const db = drizzle(pool)
    const insert = (n: number) => db.transaction((tx) => tx.execute(sql.raw(`insert into ${table} values (${n})`)))

    const cut = proxy.loseCommit(/values \(2\)/)
    await insert(1)
    await expect(insert(2)).rejects.toThrow()
    await cut
    await insert(3)
    const { rows } = await direct.query<{ n: number }>(`select n from ${table} order by n`)
    expect(rows.map(({ n }) => n)).toEqual([1, 2, 3])
  })
})

describe.runIf(server)('the cutting proxy', () => {
  it('acts while the transaction of the matching statement is open', async () => {
    const url = server?.url ?? ''
    const [proxy, direct] = [await cuttingProxy(url), new pg.Client(url)]
    await direct.connect()
    const through = new pg.Client(proxy.databaseUrl)
    await through.connect()
    onTestFinished(async () => {
      await direct.end()
      await through.end()
      await proxy.close()
    })
    const steps: string[] = []
    const acted = proxy.whileOpen(/select 17/, () => void steps.push('acted'))
    await through.query('begin')
    await through.query('select 16')
    await through.query('select pg_advisory_xact_lock(17), $1::int', [17]).then(() => steps.push('not this one'))
    await through.query('select 17').then(() => steps.push('answered'))
    await acted
    expect(steps).toEqual(['not this one', 'acted', 'answered'])
    const { rows } = await direct.query<{ free: boolean }>('select pg_try_advisory_lock(17) as free')
    expect(rows).toEqual([{ free: false }])
    await through.query('commit')
  })

  it('lets nobody in from a cut until it is mended', async () => {
    const proxy = await cuttingProxy(server?.url ?? '')
    onTestFinished(() => proxy.close())
    const cut = new pg.Client(proxy.databaseUrl)
    cut.on('error', () => {})
    await cut.connect()
    proxy.cut()
    await expect(cut.query('select 1')).rejects.toThrow()
    await expect(new pg.Client(proxy.databaseUrl).connect()).rejects.toThrow()
    proxy.mend()
    const mended = new pg.Client(proxy.databaseUrl)
    await mended.connect()
    await mended.end()
  })
})
