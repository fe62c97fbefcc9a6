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

describe('a database with data of somebody', () => {
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

  it('keeps the demo out also where a command of the demo came later', async () => {
    await makeStaff(services, somebody)
    await reserveForDemo(db)
    await expect(prepareData(services)).rejects.toThrow(EXPECTED)
  })

  it('is one that production served, whoever filled it', async () => {
    await reserveForDemo(db)
    await makeStaff(services, somebody)
    await startProduction()
    await expect(prepareData(services)).rejects.toThrow(EXPECTED)
  })
})

it('a database that production serves is somebody’s, also while it is empty, and production starts on it again', async () => {
  await startProduction()
  expect(await claimForMadeUp(db)).toBe(false)
  await expect(prepareData(services)).rejects.toThrow(EXPECTED)
  await expect(seedDemo(services)).rejects.toThrow('somebody')
  await startProduction()
})

it('a database that production has served is its own again also while it takes no writes, one that was never claimed is not', async () => {
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

it('what a command of the demo puts into an empty database is there beside the demo data', async () => {
  await reserveForDemo(db)
  await makeStaff(services, somebody)
  await prepareData(services)
  expect(await isSeeded(services)).toBe(true)
  expect(await db.$count(users, eq(users.phone, somebody.phone))).toBe(1)
})

describe('made-up data in bulk', () => {
  it('is not for a database with data of somebody', async () => {
    await makeStaff(services, somebody)
    expect(await claimForMadeUp(db)).toBe(false)
    await startProduction()
  })

  it('in a database keeps production out, also after a start, and the demo data comes beside it', async () => {
    expect(await claimForMadeUp(db)).toBe(true)
    await makeStaff(services, somebody)
    for (let start = 0; start < 2; start++)
      await expect(startProduction()).rejects.toThrow(new WrongSetting('DATA_DIR', HOLDS_DEMO))
    await prepareData(services)
    expect(await isSeeded(services)).toBe(true)
    expect(await claimForMadeUp(db)).toBe(true)
  })
})

describe('production that could not ask its database at the start', () => {
  async function startWhileAway() {
    const console = { ...services, env: { ...testEnv(), isDemo: false, isProduction: true } }
    breakDatabase(console, Object.assign(new Error('starting up'), { code: '57P03' }))
    const ownership = await prepareData(console)
    expect(ownership.isOurs()).toBe(false)
    console.db = db
    return ownership
  }

  it('refuses it as soon as it is told that it holds made-up data', async () => {
    await claimForMadeUp(db)
    const { settled, isOurs } = await startWhileAway()
    await expect(settled).rejects.toThrow(new WrongSetting('DATA_DIR', HOLDS_DEMO))
    expect(isOurs()).toBe(false)
  })

  it('takes one that is nobody’s, and is ready then', async () => {
    const { settled, isOurs } = await startWhileAway()
    await settled
    expect(isOurs()).toBe(true)
    expect(await claimForMadeUp(db)).toBe(false)
  })
})

describe('production that serves while its database is away', () => {
  const AWAY = Object.assign(new Error('starting up'), { code: '57P03' })

  /** A message is due there; `asked` is by which functions the database was asked. */
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

  it('asks nothing but whose it is, and sends nothing that was made up', async () => {
    await claimForMadeUp(db)
    const { served, asked, ownership, end } = await serveWhileAway()
    await expect.poll(() => asked.length).toBeGreaterThan(2)
    expect(new Set(asked)).toEqual(new Set(['select']))
    served.db = db
    await expect(ownership.settled).rejects.toThrow(HOLDS_DEMO)
    await end()
    expect(served.delivered).toEqual([])
  })

  it('sends what is due once it is its own', async () => {
    const { served, ownership } = await serveWhileAway()
    served.db = db
    await ownership.settled
    await expect.poll(() => served.delivered).toHaveLength(1)
  })

  it('asks no more once it stopped', async () => {
    const { asked, ownership, end } = await serveWhileAway()
    await end()
    const before = asked.length
    await ownership.settled
    expect(asked).toHaveLength(before)
    expect(ownership.isOurs()).toBe(false)
  })
})

describe('a store with documents of somebody', () => {
  const holding = (owner: string) => {
    const files = new Map([['0f0e0d0c-1111-4222-8333-444455556666', Buffer.from('a document')]])
    return { files, documents: memoryStore(files, testFolder(), owner) }
  }

  it('gets none of the demo beside them, and the start says what to do', async () => {
    const { files, documents } = holding('https://console.example.com')
    await expect(prepareData({ ...services, documents })).rejects.toThrow(
      new WrongSetting('DATA_DIR', 'holds the documents of https://console.example.com: name another for the demo'),
    )
    expect(files.size).toBe(1)
    expect(await isSeeded(services)).toBe(false)
  })

  it('keeps no demo from its start where a demo said so', async () => {
    await prepareData({ ...services, documents: holding('a demo').documents })
    expect(await isSeeded(services)).toBe(true)
  })
})
