import { generateKeyPairSync, verify, createPublicKey } from 'node:crypto'
import fs from 'node:fs'
import { createSocket } from 'node:dgram'
import net from 'node:net'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { anchorPublicKeys, readPublicKey } from '../../../app/domain/audit/anchor-key.server'
import { anchorAtStop, anchorWhenDue, checkAnchors, writeAnchor } from '../../../app/domain/audit/anchors.server'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { checkChain } from '../../../app/domain/audit/check-chain.server'
import { openAnchors } from '../../../app/gateways/anchors.server'
import { withoutTriggers, emptyTables, openTestDatabase, statementsOf } from '../../support/database'
import { startServer } from '../../support/http-server'
import { anchorsInBucket, startS3 } from '../../support/s3'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let file: string
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  file = path.join(testEnv().dataDir, 'kept', 'anchors.jsonl')
  services = await servicesWith({ ANCHORS: `file:${file}` })
})

async function servicesWith(variables: Record<string, string>): Promise<TestServices> {
  const env = testEnv(variables)
  return testServices({ env, anchors: openAnchors(env, 60_000) })
}

const append = (...numbers: number[]) =>
  db.transaction((tx) =>
    recordAudit(
      tx,
      ...numbers.map((n) => ({
        at: services.now(),
        actor: null,
        action: 'recovery.file' as const,
        objectType: 'recoveryRequest' as const,
        objectId: `object ${n}`,
        reason: `reason ${n}`,
        requestId: 'REFERENCE1',
      })),
    ),
  )
/** Makes the next append fail for lack of space, after `first` got its line. */
async function runOutOfSpace(first: (line: string) => void) {
  const handle = await fs.promises.open(file)
  await handle.close()
  const appendFile = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'appendFile')
  appendFile.mockImplementationOnce(async (line) => {
    first(String(line))
    throw new Error('ENOSPC: no space left on device, write')
  })
}
const linesIn = () => fs.readFileSync(file, 'utf8').trim().split('\n')
const check = (lines = linesIn(), keys = anchorPublicKeys(services.env)) => checkAnchors(db, lines, keys)

/** Makes a change, then rewrites the whole chain and its end, as the owner of the tables could. */
const writeAnew = (change: (tx: Parameters<Parameters<typeof withoutTriggers>[1]>[0]) => Promise<unknown>) =>
  withoutTriggers(db, async (tx) => {
    await change(tx)
    await tx.execute(sql`do $$ declare r audit_log; p text := repeat('0', 64); n bigint := 0; begin
      for r in select * from audit_log order by position loop
        n := n + 1;
        update audit_log set position = n, previous_hash = p where id = r.id returning * into r;
        p := audit_hash(r, p);
        update audit_log set hash = p where id = r.id;
      end loop;
      update audit_head set position = n, hash = p; end $$`)
  })

describe('an anchor', () => {
  it('holds position, hash, row count and time, with a signature that the public key alone verifies', async () => {
    await append(1, 2, 3)
    await writeAnchor(services)
    const [row] = await db
      .select()
      .from(auditLog)
      .orderBy(sql`position desc`)
      .limit(1)
    const anchor = JSON.parse(linesIn()[0] ?? '') as Record<string, string>
    expect(anchor).toMatchObject({ position: 3, rows: 3, hash: row?.hash, at: '2026-03-02T09:00:00.000Z' })
    const [publicKey = ''] = anchorPublicKeys(services.env)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
      format: 'jwk',
    })
    const text = `gatehouse audit anchor 1\n3\n${row?.hash}\n3\n2026-03-02T09:00:00.000Z`
    expect(verify(null, Buffer.from(text), key, Buffer.from(anchor.signature ?? '', 'base64url'))).toBe(true)
  })

  it('is written without reading the audit log', async () => {
    await append(1, 2, 3)
    const sent = await statementsOf(() => writeAnchor(services))
    expect(sent.map(({ text }) => text).join()).toContain('"audit_head"')
    expect(sent.map(({ text }) => text).join()).not.toContain('"audit_log"')
  })

  it('is written once an hour by one of many processes, and retried a minute after a failure', async () => {
    await append(1)
    await Promise.all(Array.from({ length: 8 }, () => anchorWhenDue(services)))
    services.clock.advance(HOUR_MS - 1000)
    await anchorWhenDue(services)
    expect(linesIn()).toHaveLength(1)
    services.clock.advance(1000)
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const failing = { ...services, log, anchors: { write: () => Promise.reject(new Error('no room')), read: null } }
    await anchorWhenDue(failing)
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ event: 'anchors', level: 50 }])
    await anchorWhenDue(services)
    expect(linesIn()).toHaveLength(1)
    services.clock.advance(60_000)
    await anchorWhenDue(services)
    expect(linesIn()).toHaveLength(2)
  })

  it('is written again at once after the clock was set back, and then once an hour', async () => {
    await append(1)
    await anchorWhenDue(services)
    services.clock.advance(-84 * 60_000)
    for (let n = 0; n < 3; n += 1) await anchorWhenDue(services)
    expect(linesIn()).toHaveLength(2)
    services.clock.advance(HOUR_MS)
    await anchorWhenDue(services)
    expect(linesIn()).toHaveLength(3)
  })

  it('leaves no partial line in the file when the disk fills up during the write', async () => {
    await append(1)
    await writeAnchor(services)
    const kept = fs.readFileSync(file, 'utf8')
    await runOutOfSpace((line) => fs.appendFileSync(file, line.slice(0, 100)))
    await expect(writeAnchor(services)).rejects.toThrow('ENOSPC')
    expect(fs.readFileSync(file, 'utf8')).toBe(kept)
    await writeAnchor(services)
    expect(await check()).toMatchObject({ anchorCount: 2, loose: [] })
  })

  it('leaves the file empty when the write fails and the file was emptied meanwhile', async () => {
    await append(1)
    await writeAnchor(services)
    await runOutOfSpace(() => fs.truncateSync(file))
    await expect(writeAnchor(services)).rejects.toThrow('ENOSPC')
    expect(fs.readFileSync(file, 'utf8')).toBe('')
  })

  it('is written at stop, and a failing store does not keep the process from stopping', async () => {
    await append(1)
    await anchorAtStop(services, 60_000)
    expect(linesIn()).toHaveLength(1)
    await anchorAtStop({ ...services, anchors: { write: () => Promise.reject(new Error('away')), read: null } })
  })

  it('is given up at stop when the store stays silent, and the log says so once', async () => {
    await append(1)
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    await anchorAtStop({ ...services, log, anchors: { write: () => new Promise(() => {}), read: null } }, 50)
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { event: 'anchors', level: 50, err: { message: 'The store of anchors did not answer in 50 ms' } },
    ])
  })
})

it('a public key is accepted only exactly as it was printed', () => {
  const [key = ''] = anchorPublicKeys(services.env)
  expect(readPublicKey(key)).toBe(key)
  for (const other of [
    '',
    `${key}=`,
    ` ${key}`,
    key.slice(1),
    `${key}AA`,
    Buffer.from(key, 'base64url').toString('hex'),
  ])
    expect(readPublicKey(other)).toBeNull()
})

describe('the check against anchors', () => {
  beforeEach(async () => {
    await append(1, 2, 3)
    await writeAnchor(services)
    await append(4, 5)
    await writeAnchor(services)
  })

  it('passes for a chain that grew', async () => {
    await append(6)
    expect(await check()).toMatchObject({ rowCount: 6, broken: null, anchorCount: 2, loose: [] })
  })

  it('finds a tail that the table owner cut while repairing the end, which the chain alone does not show', async () => {
    await writeAnew((tx) => tx.execute(sql`delete from audit_log where position > 3`))
    expect((await checkChain(db)).broken).toBeNull()
    expect((await check()).loose).toMatchObject([{ from: { position: 5 }, why: 'cut' }])
  })

  it('finds a cut tail even after new rows have grown over it', async () => {
    await writeAnew((tx) => tx.execute(sql`delete from audit_log where position > 3`))
    await append(6, 7, 8)
    expect((await checkChain(db)).broken).toBeNull()
    expect((await check()).loose).toMatchObject([{ from: { position: 5 }, why: 'rewritten' }])
  })

  it('reports a later rewrite separately from the anchors whose rows a restore has lost', async () => {
    await append(6, 7)
    await writeAnchor(services)
    await writeAnew((tx) => tx.execute(sql`delete from audit_log where position > 3`))
    await append(8)
    await writeAnchor(services)
    await append(9, 10)
    await writeAnchor(services)
    await append(11, 12)
    const known = { why: 'rewritten', count: 2, from: { position: 5 }, to: { position: 7 } }
    expect((await check()).loose).toMatchObject([known])
    await writeAnew((tx) => tx.execute(sql`update audit_log set reason = 'other' where position = 5`))
    expect((await check()).loose).toMatchObject([known, { why: 'rewritten', count: 1, from: { position: 6 } }])
  })

  it('finds a rewritten row even when every later hash was rewritten with it', async () => {
    await writeAnew((tx) => tx.execute(sql`update audit_log set reason = 'other' where position = 2`))
    expect((await checkChain(db)).broken).toBeNull()
    expect((await check()).loose).toMatchObject([{ from: { position: 3 }, why: 'rewritten' }])
  })

  it('also reports a break in the chain itself', async () => {
    await withoutTriggers(
      db,
      async (tx) => void (await tx.execute(sql`update audit_log set reason = 'x' where position = 2`)),
    )
    expect(await check()).toMatchObject({ broken: { position: 2, why: 'changed' }, loose: [] })
  })

  it.each([
    ['another position', (line: string) => line.replace('"position":5', '"position":4')],
    ['another time', (line: string) => line.replace('2026-03-02', '2026-03-03')],
    ['half of it', (line: string) => line.slice(0, 60)],
  ])('reports an anchor with %s as forged', async (_, forge) => {
    const [first = '', second = ''] = linesIn()
    expect((await check([first, forge(second)])).loose).toMatchObject([{ why: 'forged' }])
  })

  it('counts an anchor that was written onto half of another one, and reports the half as forged', async () => {
    fs.appendFileSync(file, linesIn()[0]?.slice(0, 60) ?? '')
    services.clock.advance(HOUR_MS)
    await writeAnchor(services)
    const newest = services.now().toISOString()
    expect(await check()).toMatchObject({ anchorCount: 4, newest, loose: [{ why: 'forged' }] })
  })

  it('reports anchors as forged when none of the accepted keys signed them', async () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    expect((await check(linesIn(), [publicKey.export({ format: 'jwk' }).x ?? ''])).loose).toMatchObject([
      { why: 'forged' },
    ])
  })

  it('accepts anchors from before a rotation of the session secret, and those of a separate anchor key', async () => {
    const SECRET = 'a secret of the tests that is long enough to seal with'
    const rotated = testEnv({ SESSION_SECRET: `another one that is long enough to seal with 12,${SECRET}` })
    expect((await check(linesIn(), anchorPublicKeys(rotated))).loose).toEqual([])
    const ANCHOR_KEY = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64')
    const own = await servicesWith({ ANCHORS: `file:${file}`, ANCHOR_KEY })
    await writeAnchor(own)
    expect((await check(linesIn(), anchorPublicKeys(own.env))).loose).toEqual([])
    expect((await check(linesIn(), anchorPublicKeys(services.env))).loose).toMatchObject([{ why: 'forged' }])
  })
})

describe('a syslog collector', () => {
  const MESSAGE = /^<110>1 2026-03-02T09:00:00\.000Z \S+ gatehouse \d+ anchor - (\{"gatehouseAnchor":1,.*\})$/

  it('receives an anchor as RFC 5424 over UDP, and its file proves the chain', async () => {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    onTestFinished(() => void socket.close())
    const got = new Promise<string>((resolve) => socket.once('message', (bytes) => resolve(bytes.toString())))
    await append(1)
    await writeAnchor(await servicesWith({ ANCHORS: `syslog://127.0.0.1:${socket.address().port}` }))
    const message = await got
    expect(message).toMatch(MESSAGE)
    expect(await check([message])).toMatchObject({ anchorCount: 1, loose: [] })
  })

  it('receives an anchor over TCP with the length of the message in front', async () => {
    const server = net.createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const got = new Promise<string>((resolve) =>
      server.once('connection', (socket) => {
        let text = ''
        socket.on('data', (bytes) => (text += bytes.toString())).on('end', () => resolve(text))
      }),
    )
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await writeAnchor(await servicesWith({ ANCHORS: `syslog+tcp://127.0.0.1:${port}` }))
    const [, length = '', message = ''] = /^(\d+) (.*)$/s.exec(await got) ?? []
    expect(Number(length)).toBe(Buffer.byteLength(message))
    expect(message).toMatch(MESSAGE)
  })

  it('that never closes its side of the connection is not waited for', async () => {
    const server = net.createServer({ allowHalfOpen: true }, (socket) => void socket.on('error', () => {}).resume())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const anchors = openAnchors(testEnv({ ANCHORS: `syslog+tcp://127.0.0.1:${port}` }), 100)
    await expect(anchors?.write('{}', services.now())).rejects.toThrow('did not answer')
  })

  it('that is unreachable makes the write of the anchor fail', async () => {
    const away = await servicesWith({ ANCHORS: 'syslog+tcp://127.0.0.1:9' })
    await expect(writeAnchor(away)).rejects.toThrow('ECONNREFUSED')
  })
})

describe('a bucket', () => {
  const LOCKED = '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>'

  it('receives one object per anchor, and the objects prove the chain', async () => {
    const { endpoint } = await startS3()
    const inBucket = await servicesWith(anchorsInBucket(endpoint))
    await append(1)
    await writeAnchor(inBucket)
    await append(2)
    await writeAnchor(inBucket)
    const lines = (await inBucket.anchors?.read?.()) ?? []
    expect(await check(lines)).toMatchObject({ anchorCount: 2, loose: [] })
  })

  it('with many anchors returns them in order, even when it answers one of the reads with 503', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `anchors/${100 + n}.json`)
    let isBusy = true
    const server = await startServer(({ url }) => {
      if (url.includes('list-type')) return { status: 200, body: keys.map((key) => `<Key>${key}</Key>`).join('') }
      const status = url.endsWith('120.json') && isBusy ? 503 : 200
      if (status === 503) isBusy = false
      return { status, body: `line of ${url}` }
    })
    const lines = await (await servicesWith(anchorsInBucket(server.origin))).anchors?.read?.()
    expect(lines).toEqual(keys.map((key) => `line of /documents/${key}`))
    expect(isBusy).toBe(false)
  })

  it('with object lock is asked to keep each anchor for seven years', async () => {
    const server = await startServer((received) =>
      received.url?.includes('object-lock') ? { status: 200, body: LOCKED } : { status: 200, body: '' },
    )
    await writeAnchor(await servicesWith(anchorsInBucket(server.origin)))
    const put = server.received.find(({ method }) => method === 'PUT')
    expect(put?.url).toMatch(/^\/documents\/anchors\/2026-03-02T09-00-00\.000Z-[0-9a-f]{8}\.json$/)
    expect(put?.headers).toMatchObject({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': '2033-02-28T09:00:00.000Z',
      'content-md5': expect.stringMatching(/^[\w+/]{22}==$/),
    })
    expect(String(put?.headers.authorization)).toContain('x-amz-object-lock-mode')
  })

  it.each([403, 503])(
    'that answers %i when asked for its lock gets no anchor, and a locked one once it answers',
    async (status) => {
      let isReady = false
      const server = await startServer((received) =>
        received.url?.includes('object-lock')
          ? { status: isReady ? 200 : status, body: isReady ? LOCKED : '' }
          : { status: 200, body: '' },
      )
      const inBucket = await servicesWith(anchorsInBucket(server.origin))
      await expect(writeAnchor(inBucket)).rejects.toThrow(`did not say whether it locks: status ${status}`)
      isReady = true
      await writeAnchor(inBucket)
      const puts = server.received.filter(({ method }) => method === 'PUT')
      expect(puts).toMatchObject([{ headers: { 'x-amz-object-lock-mode': 'COMPLIANCE' } }])
    },
  )

  it.each([404, 501])(
    'that answers %i when asked for its lock has none, and gets its anchors without a lock',
    async (status) => {
      const server = await startServer((received) =>
        received.url?.includes('object-lock') ? { status, body: '' } : { status: 200, body: '' },
      )
      await writeAnchor(await servicesWith(anchorsInBucket(server.origin)))
      const put = server.received.find(({ method }) => method === 'PUT')
      expect(put?.headers['x-amz-object-lock-mode']).toBeUndefined()
    },
  )
})
