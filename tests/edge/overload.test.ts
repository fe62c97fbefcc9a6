import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { createAdmissionQueue } from '../../edge/admission-queue'
import { FORM, openEdge } from '../support/edge'

/** Many more requests than are handled at once. */
const CROWD = 400
const AT_ONCE = 12
/** The requests handled and those that wait. */
const PLACES = AT_ONCE + 256
const LONG_MS = 60_000

const held: (() => void)[] = []
let isHolding = false
const edge = await openEdge({
  env: { publicOrigin: 'https://console.example', isDemo: false, trustProxy: 1 },
  userIdOf: (cookies) => /is=(\w+)/.exec(cookies ?? '')?.[1] ?? null,
  // A long limit, so that only requests turned away at once are counted.
  waitLimitMs: LONG_MS,
  handle: async (request, visit) => {
    visit.holdMs = Number(new URL(request.url).searchParams.get('hold') ?? 0)
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
    return new Response('served')
  },
})
afterAll(edge.close)

const fromNetwork = (nth: number) => ({ 'x-forwarded-for': `2001:db8:0:${nth.toString(16)}::1` })

function release() {
  isHolding = false
  for (const go of held.splice(0)) go()
}

it('requests that cannot be served in time get 503 at once, the others are served, and later ones too', async () => {
  isHolding = true
  const statuses: number[] = []
  const crowd = Array.from({ length: CROWD }, async () => {
    const answer = await edge.get('/invites', { headers: { 'accept-language': 'ru' } })
    statuses.push(answer.status)
    return answer
  })
  const first = await Promise.race(crowd)
  expect(first.status).toBe(503)
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await first.text()).toMatch(/lang="ru".*Временно недоступно.*Номер запроса/s)
  await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(CROWD - PLACES)
  expect(new Set(statuses)).toEqual(new Set([503]))
  release()
  const answers = await Promise.all(crowd)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect((await edge.get('/invites')).status).toBe(200)
})

it('forms have places of their own beside a crowd of readers', async () => {
  isHolding = true
  const crowd = Array.from({ length: CROWD }, () => edge.get('/invites'))
  await Promise.race(crowd)
  isHolding = false
  expect((await edge.post('name=Aigerim')).status).toBe(200)
  release()
  await Promise.all(crowd)
})

it('a form that finds no place comes back for browsers without scripts, with its text but without any proof', async () => {
  isHolding = true
  const html = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'ru', cookie: 'lng=en' }
  const typed = new URLSearchParams([
    ['reason', '"<b>Просрочена</b>"\r\n& more'],
    ['code', '123456'],
    ['proofCode', '654321'],
    ['proofPasskey', '{"id":"of the prover"}'],
    ['passkey', '{"id":"of the one who signs in"}'],
    ['registration', '{"id":"of the one who registers"}'],
  ])
  const crowd = Array.from({ length: CROWD }, async () => {
    const answer = await edge.post(typed.toString(), html)
    return { status: answer.status, policy: answer.headers.get('content-security-policy'), page: await answer.text() }
  })
  const { status, policy, page } = await Promise.race(crowd)
  expect([status, policy]).toEqual([503, expect.stringContaining("form-action 'self'")])
  expect(page).toContain('<form method="post" action="/form">')
  expect(page).toContain('name="reason" value="&#34;&#60;b&#62;Просрочена&#60;/b&#62;&#34;&#13;&#10;&#38; more"')
  expect(page).toContain('<button>Send again</button>')
  expect(page).not.toMatch(/123456|654321|of the /)
  const byScript = await edge.post(typed.toString(), { accept: '*/*' })
  expect(await byScript.text()).not.toContain('<form')
  release()
  await Promise.all(crowd)
})

it('a form that came back is accepted when it is sent again, even without Origin and Referer', async () => {
  const inside: (() => void)[] = []
  let isFull = true
  const full = await openEdge({
    isOwnForm: (cookies, token) => cookies === 'form=x' && token === 'its-own',
    waitLimitMs: 1,
    handle: async (request) => {
      if (isFull) await new Promise<void>((resolve) => inside.push(resolve))
      return new Response(await request.text())
    },
  })
  onTestFinished(full.close)
  const headers = { cookie: 'form=x', 'content-type': FORM, accept: 'text/html' }
  const send = (body: string) => full.get('/form', { method: 'POST', headers, body })
  const fields = (page: string) =>
    [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  const crowd = Array.from({ length: AT_ONCE }, () => send('formToken=its-own'))
  await expect.poll(() => inside).toHaveLength(AT_ONCE)
  const unsent = await send('reason=Expired&formToken=its-own')
  expect(unsent.status).toBe(503)
  const again = new URLSearchParams(fields(await unsent.text())).toString()
  isFull = false
  for (const leave of inside) leave()
  await Promise.all(crowd)
  const sent = await send(again)
  expect([sent.status, await sent.text()]).toEqual([200, 'reason=Expired'])
})

const sendFile = (to: typeof edge, cookie: string) => {
  const body = new FormData()
  body.set('file', new File(['%PDF-1.7'], 'scan.pdf'))
  const headers = { origin: 'https://console.example', cookie }
  return to.get('/organizations/0f0e0d0c-1111-4222-8333-444455556666/setup/documents', {
    method: 'POST',
    body,
    headers,
  })
}

it('an upload waits for its turn like any form, ahead of those of strangers', async () => {
  isHolding = true
  const crowd = Array.from({ length: CROWD }, () => edge.post('name=Aigerim'))
  await Promise.race(crowd)
  await expect.poll(() => held).toHaveLength(AT_ONCE)
  expect((await sendFile(edge, '')).status).toBe(503)
  isHolding = false
  const file = sendFile(edge, 'is=aigerim')
  expect((await edge.get('/healthz')).status).toBe(200)
  expect(held).toHaveLength(AT_ONCE)
  release()
  expect((await file).status).toBe(200)
  await Promise.all(crowd)
})

it.each([
  ['as many as forms are let in at once', AT_ONCE, async () => {}],
  ['once they are read they hold no place', 50, (body: ReadableStream | null) => body?.getReader().read()],
] as const)('for the uploads of one person: %s', async (_, most, begin) => {
  let inside = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const receiving = await openEdge({
    userIdOf: () => 'aigerim',
    handle: async (request) => {
      await begin(request.body)
      inside += 1
      await gate
      return new Response('kept')
    },
  })
  onTestFinished(receiving.close)
  const files = Array.from({ length: 50 }, () => sendFile(receiving, ''))
  await expect.poll(() => inside).toBe(most)
  expect((await receiving.get('/healthz')).status).toBe(200)
  expect(inside).toBe(most)
  open()
  await Promise.all(files)
})

it('the health probe is answered during an overload', async () => {
  isHolding = true
  const crowd = Array.from({ length: CROWD }, () => edge.get('/invites'))
  await Promise.race(crowd)
  expect((await edge.get('/healthz')).status).toBe(200)
  release()
  await Promise.all(crowd)
})

it('pages drawn without a wait let others take their turn in between', async () => {
  let drawn = 0
  let inOneTurn = 0
  let mostInOneTurn = 0
  const drawing = await openEdge({
    waitLimitMs: LONG_MS,
    handle: async () => {
      if (inOneTurn === 0) setImmediate(() => (inOneTurn = 0))
      inOneTurn += 1
      mostInOneTurn = Math.max(mostInOneTurn, inOneTurn)
      drawn += 1
      return new Response('drawn')
    },
  })
  onTestFinished(drawing.close)
  const ask = (more = '') => `GET /sign-in HTTP/1.1\r\nHost: console.example\r\n${more}\r\n`
  await drawing.bytes(ask().repeat(PLACES - 1) + ask('Connection: close\r\n'))
  expect(drawn).toBe(PLACES)
  expect(mostInOneTurn).toBe(1)
})

it('a crowd of new connections does not keep the health probe waiting until its pages are drawn', async () => {
  let drawn = 0
  const drawing = await openEdge({
    waitLimitMs: LONG_MS,
    handle: async () => {
      drawn += 1
      return new Response('drawn')
    },
  })
  onTestFinished(drawing.close)
  // On a slow machine only some of them are admitted.
  const crowd = Array.from({ length: CROWD }, () =>
    drawing.bytes('GET /sign-in HTTP/1.1\r\nHost: console.example\r\nConnection: close\r\n\r\n'),
  )
  const drawnBefore = await drawing.get('/healthz').then(() => drawn)
  await Promise.all(crowd)
  expect(drawn).toBeGreaterThan(20)
  expect(drawnBefore).toBeLessThan(Math.min(50, drawn / 2))
})

const stays = new AbortController().signal

it('waiting requests are let in by turn', async () => {
  const place = createAdmissionQueue({ atOnce: 1, waiting: 2, maxExpectedWaitMs: LONG_MS, waitLimitMs: LONG_MS })
  const order: string[] = []
  const leave = await place(stays, () => 'a')
  const second = place(stays, () => 'a').then((free) => (order.push('second'), free))
  const third = place(stays, () => 'a').then((free) => (order.push('third'), free))
  expect(await place(stays, () => 'a')).toBeNull()
  leave?.()
  ;(await second)?.()
  ;(await third)?.()
  expect(order).toEqual(['second', 'third'])
  expect(await place(stays, () => 'a')).not.toBeNull()
})

it('a person with many requests waits behind themselves and makes room for somebody else in a full queue', async () => {
  const place = createAdmissionQueue({ atOnce: 1, waiting: 3, maxExpectedWaitMs: LONG_MS, waitLimitMs: LONG_MS })
  const order: string[] = []
  const leave = await place(stays, () => 'many')
  const many = ['first', 'second', 'third'].map((name) =>
    place(stays, () => 'many').then((free) => {
      order.push(free ? name : `${name} turned away`)
      free?.()
    }),
  )
  const one = place(stays, () => 'one').then((free) => {
    order.push('somebody else')
    free?.()
  })
  expect(await place(stays, () => 'many')).toBeNull()
  leave?.()
  await Promise.all([...many, one])
  expect(order).toEqual(['third turned away', 'first', 'somebody else', 'second'])
})

it('places that one person may not take are left for others', async () => {
  const place = createAdmissionQueue({
    atOnce: 3,
    ofOne: 2,
    waiting: 9,
    maxExpectedWaitMs: LONG_MS,
    waitLimitMs: LONG_MS,
  })
  const order: string[] = []
  const ask = async (whose: string, name: string) => {
    const leave = await place(stays, () => whose)
    order.push(name)
    return leave
  }
  const many = ['first', 'second', 'third', 'fourth'].map((name) => ask('many', name))
  const [first, second] = await Promise.all(many.slice(0, 2))
  const other = await ask('other', 'somebody else')
  const another = ask('another', 'one more')
  expect(order).toEqual(['first', 'second', 'somebody else'])
  other?.()
  ;(await another)?.()
  expect(order.at(-1)).toBe('one more')
  first?.()
  second?.()
  for (const leave of await Promise.all(many.slice(2))) leave?.()
  expect(order).toEqual(['first', 'second', 'somebody else', 'one more', 'third', 'fourth'])
  const again = await Promise.all(['a', 'b', 'c'].map((whose) => ask(whose, whose)))
  expect(again.every(Boolean)).toBe(true)
})

it('whoever fills the queue makes room for others, told apart by sign-in or else by network', async () => {
  isHolding = true
  const statuses: number[] = []
  const ask = (headers: Record<string, string>) => edge.get('/invites', { headers })
  const crowd = Array.from({ length: CROWD }, async () => statuses.push((await ask({ cookie: 'is=partner' })).status))
  await expect.poll(() => statuses).toHaveLength(CROWD - PLACES)
  const others = [ask({ cookie: 'is=manager' }), ask(fromNetwork(1)), ask(fromNetwork(2))]
  await expect.poll(() => statuses).toHaveLength(CROWD - PLACES + others.length)
  expect(new Set(statuses)).toEqual(new Set([503]))
  release()
  for (const page of await Promise.all(others)) expect(page.status).toBe(200)
  await Promise.all(crowd)
})

it('strangers from many networks make room for signed-in people, but not for another stranger', async () => {
  isHolding = true
  const turnedAway: string[] = []
  const ask = async (name: string, headers: Record<string, string>) => {
    const { status } = await edge.get('/invites', { headers })
    if (status === 503) turnedAway.push(name)
    return status
  }
  const askAt = (nth: number) => ask(`stranger ${nth}`, fromNetwork(nth))
  const crowd = Array.from({ length: PLACES + 1 }, (_, nth) => askAt(nth))
  await expect.poll(() => turnedAway).toHaveLength(1)
  const signedIn = []
  for (const name of ['reviewer', 'reviewer', 'reviewer', 'manager']) {
    const before = turnedAway.length
    signedIn.push(ask(name, { cookie: `is=${name}` }))
    await expect.poll(() => turnedAway).toHaveLength(before + 1)
  }
  expect(await askAt(PLACES + 1)).toBe(503)
  release()
  for (const status of await Promise.all(signedIn)) expect(status).toBe(200)
  await Promise.all(crowd)
})

it.each(['?thumbnail', '/?thumbnail', '//', '.data', '/_.data'])(
  'document pages that are drawn, at pages%s, take no place from other requests',
  async (end) => {
    isHolding = true
    const pages =
      '/verifications/0f0e0d0c-1111-4222-8333-444455556666/documents/0f0e0d0c-1111-4222-8333-444455556667/pages'
    const drawings = Array.from({ length: 20 }, (_, n) =>
      edge.get(pages + end, { headers: { cookie: `is=reader${n % 2}` } }),
    )
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(12)
    isHolding = false
    expect((await edge.get('/invites')).status).toBe(200)
    release()
    await Promise.all(drawings)
  },
)

it.each([
  '/verifications/0f0e0d0c-1111-4222-8333-444455556666/documents/0f0e0d0c-1111-4222-8333-444455556667',
  '/organizations/0f0e0d0c-1111-4222-8333-444455556666/documents/0f0e0d0c-1111-4222-8333-444455556667/',
  '/organizations/0f0e0d0c-1111-4222-8333-444455556666/documents/0f0e0d0c-1111-4222-8333-444455556667/file?download',
])('files that the store does not give take no place from pages: %s', async (file) => {
  isHolding = true
  const files = Array.from({ length: 20 }, (_, n) => edge.get(file, { headers: { cookie: `is=reader${n % 2}` } }))
  await expect.poll(() => held).toHaveLength(AT_ONCE)
  isHolding = false
  expect((await edge.get('/invites')).status).toBe(200)
  release()
  await Promise.all(files)
})

const PAPER = '/0f0e0d0c-1111-4222-8333-444455556666/documents/0f0e0d0c-1111-4222-8333-444455556667'
it.each([`/verifications${PAPER}/pages`, `/organizations${PAPER}`])(
  'one reader has at most eight places for %s, and somebody else finds one',
  async (path) => {
    let inside = 0
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const looking = await openEdge({
      userIdOf: (cookies) => cookies,
      handle: async ({ headers }) => {
        const isMany = headers.get('cookie') === 'many'
        inside += Number(isMany)
        if (isMany) await gate
        return new Response('drawn')
      },
    })
    onTestFinished(looking.close)
    const ask = (cookie: string) => looking.get(path, { headers: { cookie } })
    const many = Array.from({ length: 20 }, () => ask('many'))
    await expect.poll(() => inside).toBeGreaterThanOrEqual(8)
    expect((await ask('other')).status).toBe(200)
    expect(inside).toBe(8)
    open()
    await Promise.all(many)
  },
)

it('a request that waited too long or left has no place and holds none', async () => {
  const place = createAdmissionQueue({ atOnce: 1, waiting: 2, maxExpectedWaitMs: LONG_MS, waitLimitMs: 1 })
  const leave = await place(stays, () => 'a')
  expect(await place(stays, () => 'a')).toBeNull()
  const left = new AbortController()
  const waiting = place(left.signal, () => 'a')
  left.abort()
  expect(await waiting).toBeNull()
  leave?.()
  expect(await place(stays, () => 'a')).not.toBeNull()
})

it('only as many requests wait as are served in bearable time at the current pace', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const place = createAdmissionQueue({ atOnce: 1, waiting: 1000, maxExpectedWaitMs: 3000, waitLimitMs: LONG_MS })
  const places: (() => void)[] = []
  let turnedAway = 0
  const ask = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      void place(stays, () => 'a').then((leave) => (leave ? places.push(leave) : (turnedAway += 1)))
    await nextTurn()
  }
  const serve = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      vi.advanceTimersByTime(100)
      places.shift()?.()
      await nextTurn()
    }
  }
  await ask(1 + 60)
  expect(turnedAway).toBe(0)
  await serve(50)
  await ask(40)
  expect(turnedAway).toBe(19)
  await serve(100)
  await ask(1 + 60)
  expect(turnedAway).toBe(19)
})

it('an answer held back on purpose comes no sooner, and takes no place from others meanwhile', async () => {
  const gone = new AbortController()
  const address = (holdMs: number) => `/use-invite?hold=${holdMs}`
  const crowd = Array.from({ length: 20 }, () => edge.get(address(LONG_MS), { signal: gone.signal }).catch(() => null))
  const begunMs = performance.now()
  const first = await Promise.race([...crowd.map((one) => one.then(() => 'held back')), edge.get(address(200))])
  expect(first).toMatchObject({ status: 200 })
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(195)
  gone.abort()
  await Promise.all(crowd)
})
