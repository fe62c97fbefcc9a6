import { eq } from 'drizzle-orm'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { sessions, spentRefreshTokens } from '../../../app/db/schema/sessions'
import { users } from '../../../app/db/schema/users'
import { grant, type Actor } from '../../../app/domain/access'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../../app/domain/sessions/own-sessions.server'
import {
  endSessionOfToken,
  findActor,
  openSession,
  refreshSession,
  signOut,
} from '../../../app/domain/sessions/sessions.server'
import { listenForSessions } from '../../../app/domain/sessions/last-seen.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let userId: string
let lines: unknown[]
beforeEach(async () => {
  await emptyTables(db)
  lines = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  services = await testServices({ log })
  userId = await addUser(db)
})

const open = (of = userId) =>
  openSession(db, services, of, { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' })

const refresh = (token: string) => refreshSession(services, token, 'REFRESH')

async function refreshed(token: string) {
  const answer = await refresh(token)
  if (!answer) throw new Error('the session is over')
  return answer.tokens
}

describe('a session', () => {
  it('answers with the three fields of a token response', async () => {
    const tokens = await open()
    expect(tokens).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 900 })
    expect(tokens.access_token).not.toBe(tokens.refresh_token)
  })

  it('is stored without its tokens', async () => {
    const first = await open()
    const second = await refreshed(first.refresh_token)
    const third = await refreshed(second.refresh_token)
    const stored = JSON.stringify([await db.select().from(sessions), await db.select().from(spentRefreshTokens)])
    for (const { access_token, refresh_token } of [first, second, third]) {
      expect(stored).not.toContain(access_token)
      expect(stored).not.toContain(refresh_token)
    }
  })

  it('names the actor with their current role and language', async () => {
    const { access_token } = await open()
    await db.update(users).set({ role: 'cashier', language: 'kk' }).where(eq(users.id, userId))
    expect(await findActor(services, access_token)).toMatchObject({ id: userId, role: 'cashier', language: 'kk' })
    expect(await findActor(services, 'somebody else')).toBeNull()
  })

  it('accepts an access token for 14 minutes: its 15 less the 60 s of early expiry', async () => {
    const { access_token } = await open()
    services.clock.advance(14 * MINUTE_MS - SECOND_MS)
    expect(await findActor(services, access_token)).not.toBeNull()
    services.clock.advance(SECOND_MS)
    expect(await findActor(services, access_token)).toBeNull()
  })

  it.each(['suspended', 'inactive', 'invited'] as const)(
    'ends at the next request of a user who is now %s',
    async (status) => {
      const tokens = await open()
      await db.update(users).set({ status }).where(eq(users.id, userId))
      expect(await findActor(services, tokens.access_token)).toBeNull()
      expect(await refresh(tokens.refresh_token)).toBeNull()
    },
  )

  it('ends on the server, for both of its tokens', async () => {
    const tokens = await open()
    await endSessionOfToken(db, services, tokens.refresh_token)
    expect(await findActor(services, tokens.access_token)).toBeNull()
    expect(await refresh(tokens.refresh_token)).toBeNull()
  })

  it.each(['access token', 'refresh token', 'former refresh token'] as const)(
    'ends, and no other, when its %s is used to sign out',
    async (kind) => {
      const first = await open()
      const second = await refreshed(first.refresh_token)
      const other = await open()
      const tokens = {
        'access token': second.access_token,
        'refresh token': second.refresh_token,
        'former refresh token': first.refresh_token,
      }
      await signOut(services, tokens[kind], 'req')
      expect(await findActor(services, second.access_token)).toBeNull()
      expect(await refresh(second.refresh_token)).toBeNull()
      expect(await findActor(services, other.access_token)).not.toBeNull()
      expect(await db.select().from(auditLog)).toMatchObject([{ action: 'session.signOut', objectId: userId }])
    },
  )

  it('survives 59:59 without a request, counted from the last request, but not a full hour', async () => {
    const tokens = await open()
    services.clock.advance(3 * SECOND_MS)
    await findActor(services, tokens.access_token)
    services.clock.advance(HOUR_MS - SECOND_MS)
    const next = await refreshed(tokens.refresh_token)
    services.clock.advance(HOUR_MS)
    expect(await refresh(next.refresh_token)).toBeNull()
  })

  it('ends after an idle hour even when the clock was put back while it was in use', async () => {
    const tokens = await open()
    services.clock.advance(-84 * MINUTE_MS)
    expect(await findActor(services, tokens.access_token)).not.toBeNull()
    services.clock.advance(HOUR_MS - SECOND_MS)
    expect(await findActor(services, tokens.access_token)).not.toBeNull()
    services.clock.advance(HOUR_MS)
    expect(await findActor(services, tokens.access_token)).toBeNull()
    expect(await refresh(tokens.refresh_token)).toBeNull()
  })

  it('ends after 24 hours however much it is used', async () => {
    let tokens = await open()
    for (let half = 1; half < 48; half++) {
      services.clock.advance(30 * MINUTE_MS)
      tokens = await refreshed(tokens.refresh_token)
    }
    services.clock.advance(30 * MINUTE_MS - SECOND_MS)
    expect(await findActor(services, tokens.access_token)).toBeNull()
    expect(await refresh(tokens.refresh_token)).not.toBeNull()
    services.clock.advance(SECOND_MS)
    expect(await refresh(tokens.refresh_token)).toBeNull()
  })

  it('writes its last use to the database at most once a minute', async () => {
    const { access_token } = await open()
    const lastSeen = async () => (await db.select().from(sessions))[0]?.lastSeenAt.getTime()
    const openedMs = services.now().getTime()
    services.clock.advance(59 * SECOND_MS)
    await findActor(services, access_token)
    expect(await lastSeen()).toBe(openedMs)
    services.clock.advance(SECOND_MS)
    await findActor(services, access_token)
    expect(await lastSeen()).toBe(openedMs + MINUTE_MS)
  })
})

describe('several processes that serve one console', () => {
  const siblings = () => {
    const told: string[] = []
    let hear = (_text: string) => {}
    services.siblings = { tell: (_of, text) => void told.push(text), on: (_of, heard) => void (hear = heard) }
    listenForSessions(services)
    return { told, hear: (text: string) => hear(text) }
  }
  const sessionId = async () => (await db.select().from(sessions))[0]?.id

  it('keep a session for an hour after its latest use in any of them, even when older reports arrive late', async () => {
    const { hear } = siblings()
    const { refresh_token } = await open()
    const openedMs = services.now().getTime()
    hear(`${await sessionId()} ${openedMs + 50 * SECOND_MS}`)
    hear(`${await sessionId()} ${openedMs + 20 * SECOND_MS}`)
    services.clock.advance(HOUR_MS + 49 * SECOND_MS)
    const next = await refreshed(refresh_token)
    services.clock.advance(HOUR_MS)
    expect(await refresh(next.refresh_token)).toBeNull()
  })

  it('tell each other that a session is in use, at most once a second', async () => {
    const { told } = siblings()
    const { access_token } = await open()
    const firstMs = services.now().getTime()
    for (const afterMs of [0, SECOND_MS - 1, SECOND_MS]) {
      services.clock.advance(afterMs)
      await findActor(services, access_token)
    }
    const id = await sessionId()
    expect(told).toEqual([`${id} ${firstMs}`, `${id} ${firstMs + 2 * SECOND_MS - 1}`])
  })
})

describe('refreshing', () => {
  it('replaces both tokens each time, and the old access token stops working', async () => {
    let tokens = await open()
    for (let turn = 0; turn < 5; turn++) {
      services.clock.advance(14 * MINUTE_MS)
      const next = await refreshed(tokens.refresh_token)
      expect(next.access_token).not.toBe(tokens.access_token)
      expect(next.refresh_token).not.toBe(tokens.refresh_token)
      expect(await findActor(services, tokens.access_token)).toBeNull()
      expect(await findActor(services, next.access_token)).toMatchObject({ id: userId })
      tokens = next
    }
  })

  it('gives 50 simultaneous requests of one browser the same new tokens', async () => {
    const first = await open()
    services.clock.advance(14 * MINUTE_MS)
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refresh_token)))
    expect(new Set(answers.map((answer) => answer?.tokens.refresh_token)).size).toBe(1)
    expect(new Set(answers.map((answer) => answer?.tokens.access_token)).size).toBe(1)
    expect(await findActor(services, answers[0]?.tokens.access_token ?? '')).toMatchObject({ id: userId })
  })

  it('with the previous refresh token ends the session once 10 s have passed', async () => {
    const first = await open()
    const second = await refreshed(first.refresh_token)
    services.clock.advance(10 * SECOND_MS)
    expect(await refreshed(first.refresh_token)).toMatchObject({ refresh_token: second.refresh_token })
    services.clock.advance(SECOND_MS)
    expect(await refresh(first.refresh_token)).toBeNull()
    expect(await findActor(services, second.access_token)).toBeNull()
    expect(await refresh(second.refresh_token)).toBeNull()
    await expectOneRow()
  })

  it('with a token spent long ago ends the session', async () => {
    const first = await open()
    const second = await refreshed(first.refresh_token)
    const third = await refreshed(second.refresh_token)
    const fourth = await refreshed(third.refresh_token)
    expect(await refresh(first.refresh_token)).toBeNull()
    expect(await refresh(fourth.refresh_token)).toBeNull()
    expect(await refresh(first.refresh_token)).toBeNull()
    await expectOneRow()
  })

  /** One audit row for the end of the session, not one for each reuse of a token. */
  async function expectOneRow() {
    const told = { action: 'session.reused', actorId: null, objectType: 'user', objectId: userId, requestId: 'REFRESH' }
    expect(await db.select().from(auditLog)).toMatchObject([told])
    expect(lines).toEqual([expect.objectContaining({ event: 'session.reused', requestId: 'REFRESH', userId })])
  }

  it('with a reused token leaves the other sessions of the user open', async () => {
    const mine = await open()
    const other = await open()
    await refreshed(mine.refresh_token)
    services.clock.advance(11 * SECOND_MS)
    await refresh(mine.refresh_token)
    expect(await findActor(services, other.access_token)).not.toBeNull()
  })

  it('throws while the database is down, and the session survives', async () => {
    const tokens = await open()
    const away = new Proxy(db, {
      get: () => () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      },
    })
    await expect(async () =>
      refreshSession({ ...services, db: away }, tokens.refresh_token, 'REFRESH'),
    ).rejects.toThrow('ECONNREFUSED')
    await expect(async () => findActor({ ...services, db: away }, tokens.access_token)).rejects.toThrow('ECONNREFUSED')
    expect(await refresh(tokens.refresh_token)).not.toBeNull()
  })
})

describe('a person’s own sessions', () => {
  async function permitted() {
    const { access_token } = await open()
    const actor = (await findActor(services, access_token)) as Actor
    const permit = grant(actor, 'settings.own')
    if (!permit) throw new Error('everybody has settings')
    return { permit, actor }
  }

  it('are listed newest first, without ended, lapsed or other people’s sessions', async () => {
    await open()
    services.clock.advance(61 * MINUTE_MS)
    const ended = await open()
    await endSessionOfToken(db, services, ended.access_token)
    await open(await addUser(db, { phone: '+77010000004' }))
    await open()
    services.clock.advance(SECOND_MS)
    const { permit } = await permitted()
    expect((await listOwnSessions(services, permit)).map((session) => session.isThisOne)).toEqual([true, false])
  })

  it('can be ended one at a time with an audit entry, but never another person’s', async () => {
    const { permit, actor } = await permitted()
    const stranger = await addUser(db, { phone: '+77010000004' })
    await open(stranger)
    await open()
    const rows = await db.select().from(sessions)
    const other = rows.find((row) => row.userId === userId && row.id !== actor.sessionId)?.id ?? ''
    const strange = rows.find((row) => row.userId === stranger)?.id ?? ''
    expect(await endOwnSession(services, permit, { id: other, requestId: 'r' })).toMatchObject({ kind: 'done' })
    expect(await endOwnSession(services, permit, { id: other, requestId: 'r' })).toEqual({ kind: 'unchanged' })
    expect(await endOwnSession(services, permit, { id: strange, requestId: 'r' })).toEqual({ kind: 'unchanged' })
    expect(await endOwnSession(services, permit, { id: 'no id', requestId: 'r' })).toEqual({ kind: 'unchanged' })
    expect(await db.select().from(auditLog)).toMatchObject([
      { action: 'session.end', objectId: other, actorId: userId },
    ])
  })

  it('can all be ended at once except the current one', async () => {
    const { permit } = await permitted()
    await open()
    await open()
    expect(await endOtherSessions(services, permit, { requestId: 'r' })).toEqual({ kind: 'done', value: 2 })
    expect(await listOwnSessions(services, permit)).toMatchObject([{ isThisOne: true }])
  })
})
