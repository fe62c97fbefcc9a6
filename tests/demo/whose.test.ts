import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { RequestHandler } from 'express'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { users } from '../../app/db/schema/users'
import { seedDemo } from '../../app/demo/demo.server'
import { claimForMadeUp, isSeeded, reserveForDemo } from '../../app/demo/whose.server'
import { recordAudit } from '../../app/domain/audit/audit.server'
import { makeStaff } from '../../app/domain/users/operator.server'
import { WrongSetting } from '../../app/env-values.server'
import { enqueueMessage } from '../../app/domain/messages/enqueue.server'
import { openConsole, prepareData } from '../../edge/serve'
import { breakDatabase } from '../support/broken'
import { emptyTables, openTestDatabase } from '../support/database'
import { testFolder } from '../support/folders'
import { memoryStore } from '../support/memory-store'
import { testEnv, testServices } from '../support/services'
import { organization } from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
const AUDITED = { action: 'user.settings', objectType: 'user', requestId: 'R', actor: null } as const
const EXPECTED = "is somebody's and holds no demo data: set MODE=production to serve it, or name another for the demo"
const HOLDS_DEMO = 'holds demo data, which production refuses'

const somebody = { phone: '+77010009901', username: 'Дана Оспанова', role: 'superadmin' } as const
const startProduction = (database = db, isStopping = () => false) =>
  prepareData({ ...services, db: database, env: { ...testEnv(), isDemo: false, isProduction: true } }, isStopping)

beforeEach(() => emptyTables(db))

describe('a database with somebody’s data', () => {
  it.each([
    ['a user', () => makeStaff(services, somebody)],
    ['an organization', () => organization(db)],
    ['a row of the audit log', () => recordAudit(db, { ...AUDITED, at: services.now(), objectId: randomUUID() })],
  ])('gets no demo data beside %s, and the start says what to do', async (_, fill: () => Promise<unknown>) => {
    await fill()
    await expect(prepareData(services)).rejects.toThrow(new WrongSetting('DATA_DIR', EXPECTED))
    await expect(seedDemo(services)).rejects.toThrow('somebody')
    expect(await isSeeded(services)).toBe(false)
    expect(services.files.size).toBe(0)
    await startProduction()
  })

  it('refuses the demo even after a demo command has run', async () => {
    await makeStaff(services, somebody)
    await reserveForDemo(db)
    await expect(prepareData(services)).rejects.toThrow(EXPECTED)
  })

  it('is any database that production has served, whoever filled it', async () => {
    await reserveForDemo(db)
    await makeStaff(services, somebody)
    await startProduction()
    await expect(prepareData(services)).rejects.toThrow(EXPECTED)
  })
})

it('a database that production serves refuses the demo even while empty, and production can start on it again', async () => {
  await startProduction()
  expect(await claimForMadeUp(db)).toBe(false)
  await expect(prepareData(services)).rejects.toThrow(EXPECTED)
  await expect(seedDemo(services)).rejects.toThrow('somebody')
  await startProduction()
})

it('production knows its database again while it takes no writes, but not one that it never claimed', async () => {
  const readOnly = Object.assign(new Error('read only'), { code: '25006' })
  const reading = new Proxy(db, {
    get(target, name) {
      if (name === 'insert' || name === 'delete') throw readOnly
      return Reflect.get(target, name) as unknown
    },
  })
  const isOurs = async () => (await startProduction(reading, () => true)).isOurs()
  expect(await isOurs()).toBe(false)
  await startProduction()
  expect(await isOurs()).toBe(true)
})

it('a user that a demo command adds to an empty database stays beside the demo data', async () => {
  await reserveForDemo(db)
  await makeStaff(services, somebody)
  await prepareData(services)
  expect(await isSeeded(services)).toBe(true)
  expect(await db.$count(users, eq(users.phone, somebody.phone))).toBe(1)
})

describe('made-up data in bulk', () => {
  it('is refused by a database with somebody’s data', async () => {
    await makeStaff(services, somebody)
    expect(await claimForMadeUp(db)).toBe(false)
    await startProduction()
  })

  it('keeps production out at every start, and lets the demo data be added', async () => {
    expect(await claimForMadeUp(db)).toBe(true)
    await makeStaff(services, somebody)
    for (let start = 0; start < 2; start++)
      await expect(startProduction()).rejects.toThrow(new WrongSetting('DATA_DIR', HOLDS_DEMO))
    await prepareData(services)
    expect(await isSeeded(services)).toBe(true)
    expect(await claimForMadeUp(db)).toBe(true)
  })
})

describe('production that cannot reach its database at the start', () => {
  async function startWhileAway() {
    const console = { ...services, env: { ...testEnv(), isDemo: false, isProduction: true } }
    breakDatabase(console, Object.assign(new Error('starting up'), { code: '57P03' }))
    const ownership = await prepareData(console)
    expect(ownership.isOurs()).toBe(false)
    console.db = db
    return ownership
  }

  it('refuses the database as soon as it turns out to hold made-up data', async () => {
    await claimForMadeUp(db)
    const { settled, isOurs } = await startWhileAway()
    await expect(settled).rejects.toThrow(new WrongSetting('DATA_DIR', HOLDS_DEMO))
    expect(isOurs()).toBe(false)
  })

  it('claims an unclaimed database once it can be reached, and is ready then', async () => {
    const { settled, isOurs } = await startWhileAway()
    await settled
    expect(isOurs()).toBe(true)
    expect(await claimForMadeUp(db)).toBe(false)
  })
})

describe('production that serves while its database is down', () => {
  const AWAY = Object.assign(new Error('starting up'), { code: '57P03' })

  /** A message is due in it; `asked` lists the database functions that were called. */
  async function serveWhileAway() {
    const served = await testServices({ env: { ...testEnv({ PORT: '0' }), isDemo: false, isProduction: true } })
    const expiresAt = new Date(served.now().getTime() + 3_600_000)
    const message = { channel: 'sms', kind: 'news', to: somebody.phone, text: 'words', expiresAt } as const
    await db.transaction((tx) => enqueueMessage(tx, served, message))
    const asked: PropertyKey[] = []
    const away: ProxyHandler<typeof db> = {
      get: (_, name) => {
        asked.push(name)
        throw AWAY
      },
    }
    served.db = new Proxy(db, away)
    const build = () => Promise.reject(new Error('no page is asked for'))
    const files: RequestHandler = (_request, _response, next) => next()
    const open = await openConsole({ services: served, build, files, mode: 'production' })
    let isEnded = false
    const end = async () => {
      if (!isEnded) await Promise.all([open.end(), new Promise((resolve) => open.server.close(resolve))])
      isEnded = true
    }
    onTestFinished(end)
    return { served, asked, ownership: open.ownership, end }
  }

  it('queries only whose database it is, and sends no made-up messages', async () => {
    await claimForMadeUp(db)
    const { served, asked, ownership, end } = await serveWhileAway()
    await expect.poll(() => asked.length).toBeGreaterThan(2)
    expect(new Set(asked)).toEqual(new Set(['select']))
    served.db = db
    await expect(ownership.settled).rejects.toThrow(HOLDS_DEMO)
    await end()
    expect(served.delivered).toEqual([])
  })

  it('sends due messages once the database is its own', async () => {
    const { served, ownership } = await serveWhileAway()
    served.db = db
    await ownership.settled
    await expect.poll(() => served.delivered).toHaveLength(1)
  })

  it('makes no more queries after it stopped', async () => {
    const { asked, ownership, end } = await serveWhileAway()
    await end()
    const before = asked.length
    await ownership.settled
    expect(asked).toHaveLength(before)
    expect(ownership.isOurs()).toBe(false)
  })
})

describe('a document store with somebody’s documents', () => {
  const holding = (owner: string) => {
    const files = new Map([['0f0e0d0c-1111-4222-8333-444455556666', Buffer.from('a document')]])
    return { files, documents: memoryStore(files, testFolder(), owner) }
  }

  it('gets no demo documents, and the start says what to do', async () => {
    const { files, documents } = holding('https://console.example.com')
    await expect(prepareData({ ...services, documents })).rejects.toThrow(
      new WrongSetting('DATA_DIR', 'holds the documents of https://console.example.com: name another for the demo'),
    )
    expect(files.size).toBe(1)
    expect(await isSeeded(services)).toBe(false)
  })

  it('accepts the demo data when the store belongs to a demo', async () => {
    await prepareData({ ...services, documents: holding('a demo').documents })
    expect(await isSeeded(services)).toBe(true)
  })
})
