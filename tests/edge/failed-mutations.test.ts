import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tracker } from '../../app/gateways/ports'
import { FORM, openEdge } from '../support/edge'

type Report = Parameters<Tracker['report']>[0]

const reported: Report[] = []
let status = 200
let isLedAway = false
const edge = await openEdge({
  tracker: { report: (failure) => void reported.push(failure), flush: async () => {} },
  handle: async (_request, visit) => {
    if (isLedAway) visit.isRedirectedInstead = true
    return new Response(null, { status })
  },
})
afterAll(edge.close)
beforeEach(() => {
  reported.length = 0
  isLedAway = false
})

const ID = '0b8f2c1e-5f0a-4b3e-9d53-2f4d0c6b7a10'
const send = (path: string, headers: Record<string, string> = {}, body = 'a=1') =>
  edge.get(path, {
    method: 'POST',
    body,
    headers: { origin: 'https://console.example', 'content-type': FORM, ...headers },
  })
const nextReport = () => expect.poll(() => reported.length).toBe(1)

describe('every failed mutation is reported to the error tracker', () => {
  it.each([400, 403, 404, 409, 422, 429, 500])('one answered %d, with its reference number', async (answered) => {
    status = answered
    const answer = await send(`/verifications/${ID}/reject`)
    await nextReport()
    expect(reported[0]).toMatchObject({
      status: answered,
      method: 'POST',
      route: `/verifications/${ID}/reject`,
      requestId: answer.headers.get('x-request-id'),
    })
  })

  it.each([
    ['too large a form', 413, {}, `a=${'x'.repeat(70_000)}`],
    ['a form of another site', 403, { origin: 'https://evil.example' }, 'a=1'],
    ['a form of a kind that none is', 415, { 'content-type': 'application/json' }, '{}'],
  ])('%s, which no route sees', async (_name, answered, headers, body) => {
    status = 200
    expect((await send('/invites/new', headers, body)).status).toBe(answered)
    await nextReport()
    expect(reported[0]).toMatchObject({ status: answered, route: '/invites/new' })
  })

  it.each([202, 302])('one whose sender was redirected away with %d, once and at level info', async (answered) => {
    status = answered
    isLedAway = true
    const answer = await send(`/verifications/${ID}/claim`)
    await nextReport()
    expect(reported).toMatchObject([
      {
        status: answered,
        level: 'info',
        requestId: answer.headers.get('x-request-id'),
        fingerprint: ['failed mutation', 'led away'],
      },
    ])
  })

  it.each([200, 202, 302, 304])('but none answered %d', async (answered) => {
    status = answered
    await send('/invites/new')
    status = 500
    await send('/invites/new')
    await nextReport()
    expect(reported.map((report) => report.status)).toEqual([500])
  })

  it('but no query', async () => {
    status = 500
    await edge.get('/invites/')
    await send('/invites/new')
    await nextReport()
    expect(reported.map((report) => report.method)).toEqual(['POST'])
  })
})

describe('the tracker groups failed mutations', () => {
  const kindOf = async (path: string, answered: number) => {
    reported.length = 0
    status = answered
    await send(path)
    await nextReport()
    return reported[0]?.fingerprint?.join(' ')
  }

  it('with all refused input as one kind, whichever form it was', async () => {
    expect(await kindOf('/invites/_.data', 500)).toBe(await kindOf('/invites', 500))
    expect(await kindOf('/invites/new.data', 422)).toBe(await kindOf(`/verifications/${ID}/reject`, 422))
    expect(reported[0]?.level).toBe('info')
  })

  it.each([404, 405])(
    'with all that is sent to addresses that take nothing as one kind, answered %d',
    async (answered) => expect(await kindOf('/wp-login.php', answered)).toBe(await kindOf('/xmlrpc.php', answered)),
  )

  it('with all that another site sends as one kind, whatever the address', async () => {
    const kinds: (string | undefined)[] = []
    for (const path of ['/wp-login.php', '/invites/new']) {
      reported.length = 0
      await send(path, { origin: 'https://evil.example' })
      await nextReport()
      kinds.push(reported[0]?.fingerprint?.join(' '))
    }
    expect(kinds).toEqual(['failed mutation 403', 'failed mutation 403'])
  })

  it('and the rest by status and address, not by record', async () => {
    const other = 'f'.repeat(8) + ID.slice(8)
    const one = await kindOf(`/verifications/${ID}/reject.data`, 409)
    expect(await kindOf(`/verifications/${other}/reject`, 409)).toBe(one)
    expect(await kindOf(`/verifications/${other}/approve`, 409)).not.toBe(one)
    expect(await kindOf(`/verifications/${other}/reject`, 500)).not.toBe(one)
  })
})
