import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cuttingProxy, type CuttingProxy } from '../../scripts/crash/cutting-proxy'
import type { Answer, Visitor } from '../../scripts/probe/visitor'
import { databaseUrl, onServer } from '../support/postgres'
import { startBuiltConsole, type BuiltConsole } from '../support/server'

const { server } = inject('databaseSource')
/** The database is cut off before the answer to the first statement, to the second, and so on. */
const STATEMENTS = 6
const TRIES = 3

describe('with the database cut off in the middle of a request', () => {
  let proxy: CuttingProxy
  let served: BuiltConsole
  let admin: Visitor
  beforeAll(async () => {
    const serverUrl = server?.url ?? ''
    const name = `cut_${process.pid}_${Date.now()}`
    await onServer(serverUrl, [`create database ${name}`])
    proxy = await cuttingProxy(databaseUrl(serverUrl, name))
    // The database is available only late: the demo waits for it.
    proxy.cut()
    const late = setInterval(() => {
      if (proxy.refused() < TRIES) return
      clearInterval(late)
      proxy.mend()
    }, 50)
    served = await startBuiltConsole({ DATABASE_URL: proxy.databaseUrl })
    admin = await served.signIn('superadmin')
  })
  afterAll(async () => {
    await served.stop()
    await proxy.close()
  })

  async function cutAt(statement: number, ask: () => Promise<Answer>): Promise<Answer | null> {
    let isArmed = true
    const count = (left: number) =>
      void proxy.whileOpen(/^/, () => {
        if (!isArmed) return
        if (left === 1) proxy.cut()
        else count(left - 1)
      })
    count(statement)
    const answer = await ask().catch(() => null)
    isArmed = false
    proxy.cut()
    proxy.mend()
    await served.server.readyMs()
    return answer
  }

  const id = '00000000-0000-4000-8000-000000000000'
  // Of an export the first line is under way before the rows are read: only the connection can still say that they are missing.
  it.each<[string, () => Promise<Answer>, 'may break off'?]>([
    ['a list', () => admin.get('/verifications/')],
    ['the figures', () => admin.get('/')],
    ['an export of the queue', () => admin.get('/verifications/export'), 'may break off'],
    ['an export of the audit log', () => admin.get('/audit/export'), 'may break off'],
    ['a document file', () => admin.get(`/organizations/${id}/documents/${id}/file`)],
    ['a code for signing in', () => served.newVisitor().post('/sign-in', { phone: '+77010000004', channel: 'sms' })],
  ])('%s is answered, never with 500, and its 503 has a Retry-After', async (_, ask, mayBreakOff) => {
    const pid = served.server.pid()
    let unavailable = 0
    for (let statement = 1; statement <= STATEMENTS; statement += 1) {
      const answer = await cutAt(statement, ask)
      if (!mayBreakOff) expect(answer, `cut off at statement ${statement}`).not.toBeNull()
      expect(answer?.status).not.toBe(500)
      if (answer?.status !== 503) continue
      unavailable += 1
      expect(Number(answer.headers?.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(unavailable).toBeGreaterThan(0)
    expect(served.server.pid()).toBe(pid)
    process.kill(pid, 0)
  })

  it.each([
    [1, 'admin'],
    [2, 'manager'],
    [3, 'cashier'],
  ] as const)('signing out ends the session in the browser, cut off at statement %i', async (statement, role) => {
    const visitor = await served.signIn(role)
    const answer = await cutAt(statement, () => visitor.post('/sign-out', {}))
    expect([answer?.status, answer?.headers?.get('location')]).toEqual([302, '/sign-in'])
    expect(await visitor.get('/')).toMatchObject({ status: 302 })
  })
})
