import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLimitedServer, listen } from '../../edge/listen'
import { FORM, openEdge } from '../support/edge'

const senders: Socket[] = []
const senderAt = new Map<number | undefined, Socket>()
const edge = await openEdge({
  env: { publicOrigin: 'https://console.example', isDemo: false, trustProxy: 1 },
  userIdOf: (cookies) => /is=(\w+)/.exec(cookies ?? '')?.[1] ?? null,
  files: (request, _response, next) => {
    senders.push(request.socket)
    senderAt.set(request.socket.remotePort, request.socket)
    next()
  },
})
afterAll(edge.close)

/** The limit of a form, and of a form in which people write at length. */
const LIMIT_BYTES = 65_536
const LONG_LIMIT_BYTES = 524_288
const LONG_FORM = '/organizations/0f0e0d0c-1111-4222-8333-444455556666/verification-status'

const bytes = (count: number) => 'a'.repeat(count)
const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&')
const chunked = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 16_384) controller.enqueue(Buffer.from(text.slice(at, at + 16_384)))
      controller.close()
    },
  })

const postTo = (path: string, body: string, cookie = 'is=aigerim') =>
  edge.get(path, { method: 'POST', body, headers: { origin: 'https://console.example', 'content-type': FORM, cookie } })

describe('the size limit of a form', () => {
  it('admits the longest form there is: twenty answers and a note of 2000 Chinese characters', async () => {
    const text = '字'.repeat(2000)
    const form = new URLSearchParams([...Array.from({ length: 20 }, () => ['answers', text]), ['note', text]])
    expect((await postTo(LONG_FORM, form.toString())).status).toBe(200)
  })

  it.each([
    LONG_FORM,
    `${LONG_FORM}.data`,
    '/drafts',
    '/verifications/mode-changes/1/request-info',
    '/organizations/1/edit',
    '/organizations/1/setup/basic',
    '/invites/bulk',
  ])('is 512 KB where people write at length: %s', async (path) => {
    expect((await postTo(path, bytes(LONG_LIMIT_BYTES))).status).toBe(200)
    expect((await postTo(path, bytes(LONG_LIMIT_BYTES + 1))).status).toBe(413)
  })

  it.each([LONG_FORM, '/drafts', '/invites/bulk'])('stays 64 KB for a stranger, even at %s', async (path) => {
    expect((await postTo(path, bytes(LIMIT_BYTES), '')).status).toBe(200)
    expect((await postTo(path, bytes(LIMIT_BYTES + 1), '')).status).toBe(413)
  })

  it.each(['/sign-in', '/drafts/x', '/organizations/1/suspend', '/settings/account', '/use-invite'])(
    'stays 64 KB at %s',
    async (path) => {
      expect((await postTo(path, bytes(LIMIT_BYTES + 1))).status).toBe(413)
    },
  )

  it.each([
    [LIMIT_BYTES - 1, 200],
    [LIMIT_BYTES, 200],
    [LIMIT_BYTES + 1, 413],
    [3_000_000, 413],
  ])('%i bytes answer %i', async (count, status) => {
    expect((await edge.post(bytes(count))).status).toBe(status)
  })

  it.each([
    [LIMIT_BYTES, 200],
    [LIMIT_BYTES + 1, 413],
  ])('%i bytes in chunks answer %i', async (count, status) => {
    const answer = await edge.get('/form', {
      method: 'POST',
      body: chunked(bytes(count)),
      headers: { origin: 'https://console.example', 'content-type': FORM },
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(status)
  })

  it('refuses what is announced as too large before a byte of it is read', async () => {
    const answer = await edge.raw(
      `POST / HTTP/1.1\r\nHost: a\r\nOrigin: https://console.example\r\nContent-Type: ${FORM}\r\nContent-Length: 30000000\r\n\r\n`,
    )
    expect(answer.status).toBe(413)
  })

  it('answers 100 Continue to a body of allowed size, and then reads it', async () => {
    const head = 'POST /form HTTP/1.1\r\nHost: console.example\r\nOrigin: https://console.example\r\n'
    const socket = net.connect(edge.port, '127.0.0.1')
    let received = ''
    socket.on('data', (part) => (received += String(part)))
    socket.write(
      `${head}Content-Type: ${FORM}\r\nContent-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
    )
    await expect.poll(() => received).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('a=1')
    await once(socket, 'close')
    expect(received).toContain('HTTP/1.1 200 OK')
    expect(await edge.seen.at(-1)?.text()).toBe('a=1')
  })

  it('does not answer 100 Continue to a body that is too large', async () => {
    const answer = await edge.raw(
      `POST / HTTP/1.1\r\nHost: a\r\nOrigin: https://console.example\r\nContent-Type: ${FORM}\r\nExpect: 100-continue\r\nContent-Length: 30000000\r\n\r\n`,
    )
    expect(answer.status).toBe(413)
  })
})

describe('forms being received', () => {
  const heapUsedBytes = () => {
    setFlagsFromString('--expose_gc')
    runInNewContext('gc')()
    return process.memoryUsage().heapUsed
  }

  /** Sends the pieces without an end; resolves when all of them were read, or when the server has answered. */
  async function begin(cookie: string, pieces: string, from = '203.0.113.1') {
    const head = `POST /drafts HTTP/1.1\r\nHost: a\r\nOrigin: https://console.example\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${from}\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const socket = net.connect(edge.port, '127.0.0.1', () => socket.write(head + pieces))
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.on('data', (text) => (received += text.toString('latin1')))
    const status = () => Number(received.split(' ')[1] ?? 0)
    const lengthBytes = head.length + pieces.length
    while (status() === 0 && senderAt.get(socket.localPort)?.bytesRead !== lengthBytes) await wait(20)
    return { socket, status }
  }

  const chunkOf = (count: number) => `${count.toString(16)}\r\n${bytes(count)}\r\n`

  it('take no more memory in pieces of one byte than in one piece', async () => {
    const pieces = chunkOf(1).repeat(60_000)
    const beforeBytes = heapUsedBytes()
    const { status } = await begin('', pieces)
    expect(heapUsedBytes() - beforeBytes).toBeLessThan(5_000_000)
    expect(status()).toBe(0)
  })

  it('hold at most 4 MB for one person, and leave room for short forms and other people', async () => {
    const held = []
    for (let count = 0; count < 8; count += 1) held.push(await begin('is=partner', chunkOf(500_000)))
    const more = await begin('is=partner', chunkOf(500_000))
    await expect.poll(() => more.status()).toBe(503)
    expect((await postTo('/drafts', bytes(10_000), 'is=partner')).status).toBe(200)
    for (let count = 0; count < 9; count += 1) expect((await postTo('/drafts', bytes(500_000))).status).toBe(200)
    for (const { socket } of held) socket.destroy()
    await expect.poll(async () => (await postTo('/drafts', bytes(500_000), 'is=partner')).status).toBe(200)
  })

  it('hold at most 64 MB for everybody, and more are answered with 503', async () => {
    await Promise.all(Array.from({ length: 128 }, (_, count) => begin(`is=partner${count}`, chunkOf(500_000))))
    const more = await begin('is=other', chunkOf(500_000))
    await expect.poll(() => more.status()).toBe(503)
    const late = await postTo('/drafts', bytes(500_000), 'is=late')
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await postTo('/sign-in', bytes(1_000), '')).status).toBe(200)
  })

  it('hold at most half of that for strangers from any number of networks, and leave room for signed-in people', async () => {
    const networks = Array.from({ length: 8 }, (_, nth) => `2001:db8:0:${nth}::1`)
    const held = []
    // In groups: if all were sent at once, the first would time out before the last has arrived.
    for (const from of networks)
      held.push(...(await Promise.all(Array.from({ length: 64 }, () => begin('', chunkOf(LIMIT_BYTES), from)))))
    expect(held.map(({ status }) => status()).filter(Boolean)).toEqual([])
    expect((await postTo('/sign-in', bytes(LIMIT_BYTES), '')).status).toBe(503)
    expect((await postTo('/sign-in', bytes(10_000), '')).status).toBe(200)
    expect((await postTo('/drafts', bytes(500_000))).status).toBe(200)
    held[0]?.socket.destroy()
    await expect.poll(async () => (await postTo('/sign-in', bytes(LIMIT_BYTES), '')).status).toBe(200)
  })
})

describe('a refusal in the reader’s language says what to do', () => {
  const head = (length: number) =>
    `POST /form HTTP/1.1\r\nHost: a\r\nOrigin: https://console.example\r\nAccept-Language: kk\r\nContent-Type: ${FORM}\r\nContent-Length: ${length}\r\n\r\n`

  it('when a form is too large', async () => {
    const answer = await edge.bytes(head(LIMIT_BYTES + 1))
    const page = Buffer.from(answer, 'latin1').toString()
    expect(page).toMatch(/^HTTP\/1.1 413 .*lang="kk".*Деректер көлемі тым үлкен.*кішірек файл таңдаңыз/s)
  })

  it('when a form comes too slowly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { port } = edge
    const begun = senders.length
    const socket = net.connect(port, '127.0.0.1', () => socket.write(head(100)))
    onTestFinished(() => void socket.destroy())
    const answer = text(socket)
    await expect.poll(() => senders.length).toBeGreaterThan(begun)
    vi.advanceTimersByTime(30_000)
    await expect
      .poll(() => Promise.race([answer, null]))
      .toMatch(/^HTTP\/1.1 408 .*lang="kk".*Форма тым ұзақ жіберілді.*жылдамырақ байланыс/s)
  })
})

describe('an upload that is too slow', () => {
  it('is refused with 408 in the reader’s language', async () => {
    const server = createLimitedServer((request) => void request.resume(), { info: () => {} })
    const port = await listen(server, 0, '127.0.0.1')
    onTestFinished(() => void server.close())
    const socket = net.connect(port, '127.0.0.1', () =>
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nAccept-Language: kk\r\nContent-Length: 100\r\n\r\n'),
    )
    const answer = text(socket)
    const [request] = await once(server, 'request')
    server.emit('clientError', Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
    expect(await answer).toMatch(/^HTTP\/1.1 408 .*lang="kk".*жылдамырақ байланыс/s)
  })

  it('has five minutes in all, and 15 s for its headers', () => {
    const { requestTimeout, headersTimeout } = createLimitedServer(() => {}, { info: () => {} })
    expect([requestTimeout, headersTimeout]).toEqual([300_000, 15_000])
  })
})

describe('the type and coding of a body', () => {
  it.each(['application/json', 'text/plain', 'text/x-script', ''])('“%s” is refused with 415', async (type) => {
    expect((await edge.post('{"a":1}', { 'content-type': type })).status).toBe(415)
  })

  it.each([
    ['in capitals', { 'content-type': FORM.toUpperCase() }],
    ['with a space before its parameters', { 'content-type': `${FORM} ; charset=utf-8` }],
    ['that says it is not compressed', { 'content-encoding': 'identity' }],
  ])('of a form %s are accepted', async (_, headers) => {
    expect((await edge.post('a=1', headers)).status).toBe(200)
  })

  it('are refused with 415 where it is compressed', async () => {
    expect((await edge.post('a=1', { 'content-encoding': 'gzip' })).status).toBe(415)
  })
})

describe('a form', () => {
  it('reaches the framework as it was sent', async () => {
    await edge.post('name=%D0%90+b&name=2', { 'content-type': `${FORM};charset=UTF-8` })
    const form = await edge.seen.at(-1)?.formData()
    expect(form?.getAll('name')).toEqual(['А b', '2'])
  })

  it('may be multipart', async () => {
    const form = new FormData()
    form.set('reason', 'Документ не читается')
    const answer = await edge.get('/form', {
      method: 'POST',
      body: form,
      headers: { origin: 'https://console.example' },
    })
    expect(answer.status).toBe(200)
    expect((await edge.seen.at(-1)?.formData())?.get('reason')).toBe('Документ не читается')
  })

  it.each([
    ['undecodable text', 'a=%zz', FORM],
    ['undecodable bytes', 'a=%FF', FORM],
    ['parts without a boundary', 'a', 'multipart/form-data'],
    [
      'parts that end too early',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
      'multipart/form-data; boundary=x',
    ],
  ])('with %s is refused with 400', async (_name, body, type) => {
    expect((await edge.post(body, { 'content-type': type })).status).toBe(400)
  })

  it('may have 200 fields and no more', async () => {
    expect((await edge.post(fields(200))).status).toBe(200)
    expect((await edge.post(fields(201))).status).toBe(400)
    const parts = (count: number) => {
      const form = new FormData()
      for (let n = 0; n < count; n += 1) form.append(`f${n}`, '1')
      return edge.get('/', { method: 'POST', headers: { origin: 'https://console.example' }, body: form })
    }
    expect((await parts(200)).status).toBe(200)
    expect((await parts(201)).status).toBe(400)
  })
})
