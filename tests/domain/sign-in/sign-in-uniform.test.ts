import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeCode } from '../../../app/domain/sign-in/send-code.server'
import { writeProofs } from '../../../app/http/sign-in/device-proof.server'
import { action } from '../../../app/routes/sign-in/sign-in'
import * as verify from '../../../app/routes/sign-in/verify'
import { auditLog } from '../../../app/db/schema/audit'
import { chiSquareOf, drawBelow } from '../../support/chance'
import { emptyTables, openTestDatabase, statementsDuring, statementsOf } from '../../support/database'
import { addUser } from '../../support/people'
import { answerOf, keepCookies, visit, type Jar } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { MINUTE_MS } from '../../../app/durations'
import { newAddress, PHONE, send, signInAndKeep } from '../../support/sign-in'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

describe('the digits of codes', () => {
  /** Chi-square that nine degrees of freedom exceed by chance once in a thousand times; six places are tested. */
  const MOST = 27.88
  const CODES = 20_000

  it('are evenly distributed at each of the six places', async () => {
    const draw = () => {
      const counts = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0))
      for (let n = 0; n < CODES; n++) {
        const code = makeCode()
        expect(code).toMatch(/^\d{6}$/)
        counts.forEach((of, index) => (of[Number(code[index])] = (of[Number(code[index])] ?? 0) + 1))
      }
      expect((counts[0]?.[0] ?? 0) / CODES).toBeGreaterThan(0.08)
      expect((counts[0]?.[0] ?? 0) / CODES).toBeLessThan(0.12)
      return Math.max(...counts.map(chiSquareOf))
    }
    expect(await drawBelow(MOST, draw)).toBeLessThan(MOST)
  })

  it('never come from Math.random, which only spreads the retries of messages', () => {
    const files = fs.readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    const chancy = files.filter((file) => fs.readFileSync(`app/${file}`, 'utf8').includes('Math.random'))
    expect(chancy).toEqual(['domain/messages/deliver.server.ts'])
  })
})

describe('asking for a code', () => {
  const UNKNOWN = '+77010009999'

  /** The answer that a browser gets, without its random parts. */
  async function answered(phone: string, jar: Jar = new Map()) {
    const form = { phone, channel: 'sms' }
    const { status, headers, location } = await answerOf(() =>
      action(visit(services, '/sign-in', { form, jar, address: newAddress() }) as never),
    )
    const told = [...headers]
      .map(([name, value]) => [name, value.replace(/=[^;]+/, (sealed) => `=<${sealed.length}>`)])
      .toSorted()
    return { status, told, location: location?.replace(encodeURIComponent(phone), '<phone>') }
  }

  it.each([
    ['active', {}],
    ['suspended', {}],
    ['inactive', {}],
    ['invited', {}],
    ['invited', { createdAt: new Date(0) }],
  ] as const)('for a person with status %s (%o) is answered like for an unknown number', async (status, since) => {
    await addUser(db, { status, ...since })
    const known = await answered(PHONE)
    expect(known.status).toBe(302)
    expect(await answered(UNKNOWN)).toEqual(known)
  })

  it('with the proof of another person is answered the same for a known and an unknown number', async () => {
    await addUser(db)
    await addUser(db, { phone: '+77010000004' })
    const proofs = await signInAndKeep(services)
    const jarWithProof = (): Jar => {
      const jar: Jar = new Map()
      keepCookies(jar, new Headers({ 'set-cookie': writeProofs(services.env, proofs) }))
      return jar
    }
    const known = await answered('+77010000004', jarWithProof())
    expect(await answered(UNKNOWN, jarWithProof())).toEqual(known)
    const again = await answered('+77010000004', jarWithProof())
    expect(again.status).toBe(429)
    expect(await answered(UNKNOWN, jarWithProof())).toEqual(again)
  })

  it('takes the same statements and the same time for a known and an unknown number', async () => {
    const PAIRS = 60
    /** Standard deviations that chance exceeds once in a hundred times. */
    const APART = 2.6
    const statements = { known: new Set<number>(), unknown: new Set<number>() }
    const timed = async (phone: string, into: number[], counts: Set<number>) => {
      const begunMs = performance.now()
      counts.add(await statementsDuring(() => send(services, { phone })))
      into.push(performance.now() - begunMs)
    }
    const draw = async () => {
      await emptyTables(db)
      const known: number[] = []
      const unknown: number[] = []
      for (let n = 0; n < PAIRS; n++) await addUser(db, { phone: `+7701200${1000 + n}` })
      for (let n = 0; n < PAIRS; n++) {
        const one = () => timed(`+7701200${1000 + n}`, known, statements.known)
        const other = () => timed(`+7701300${1000 + n}`, unknown, statements.unknown)
        for (const ask of randomInt(2) === 0 ? [one, other] : [other, one]) await ask()
      }
      expect([...statements.known]).toHaveLength(1)
      expect([...statements.unknown]).toEqual([...statements.known])
      return Math.abs(zOfMannWhitney(known, unknown))
    }
    expect(await drawBelow(APART, draw)).toBeLessThan(APART)
  })
})

describe('a wrong code', () => {
  const UNKNOWN = '+77010009999'

  /** Work deferred until after the answer. */
  let left: (() => Promise<void>)[]
  beforeEach(() => {
    left = []
    services.runInBackground = async (work) => void left.push(work)
  })

  /** The statements before each answer to the wrong codes of one browser, and the answers. */
  async function enterWrongly(phone: string, times: number) {
    const jar: Jar = new Map()
    const address = newAddress()
    const sent = await answerOf(() =>
      action(visit(services, '/sign-in', { form: { phone, channel: 'sms' }, jar, address }) as never),
    )
    keepCookies(jar, sent.headers)
    const path = `/verify?phone=${encodeURIComponent(phone)}`
    const answered: unknown[] = []
    for (let n = 0; n < times; n++) {
      const form = { intent: 'verify', phone, code: `00000${n}`, redirect: '/' }
      const statements = await statementsOf(async () => {
        const answer = await answerOf(() => verify.action(visit(services, path, { form, jar, address }) as never))
        const page = await answerOf(() => verify.loader(visit(services, path, { jar, address }) as never))
        answered.push({ status: answer.status, body: withoutPhone(answer.body, phone), page: page.status })
      })
      answered.push(statements.map(({ text }) => text))
      services.clock.advance(MINUTE_MS)
    }
    return answered
  }
  const withoutPhone = (body: unknown, phone: string): unknown =>
    JSON.parse(JSON.stringify(body).replaceAll(phone, '<phone>'))

  it.each(['active', 'suspended', 'invited'] as const)(
    'of a person with status %s runs the same statements before its answer as one for an unknown number',
    async (status) => {
      const id = await addUser(db, { status })
      // Unknown numbers share their rows; this call writes the first.
      await enterWrongly('+77010008888', 1)
      const known = await enterWrongly(PHONE, 3)
      expect(await enterWrongly(UNKNOWN, 3)).toEqual(known)
      expect(await db.$count(auditLog)).toBe(0)
      for (const work of left) await work()
      const rows = await db.select().from(auditLog).orderBy(auditLog.id)
      expect(rows.map(({ objectId }) => objectId)).toEqual(['unknown', id])
    },
  )
})

/** How many standard deviations the ranks of two samples lie apart. */
function zOfMannWhitney(some: number[], others: number[]): number {
  const above = some.reduce((sum, one) => sum + others.filter((other) => one > other).length, 0)
  const pairs = some.length * others.length
  return (above - pairs / 2) / Math.sqrt((pairs * (some.length + others.length + 1)) / 12)
}
