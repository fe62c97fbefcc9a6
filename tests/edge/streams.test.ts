import net from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ExporterSignedOut } from '../../app/domain/audit/exporter-signed-out'
import { StoreUnavailable, type Tracker } from '../../app/gateways/ports'
import { csvAnswer } from '../../app/http/answers/csv.server'
import { openEdge } from '../support/edge'
import { standstill } from '../support/standstill'

const IDLE_MS = 400
const PATH = '/organizations/0f0e0d0c-1111-4222-8333-444455556666/setup/documents'
const PIECE = Buffer.alloc(64 * 1024, 'x')

let handle: (request: Request) => Promise<Response>
let letGo = vi.fn()
const reported: Parameters<Tracker['report']>[0][] = []
const settings = {
  handle: (request: Request) => handle(request),
  tracker: {
    report: (failure: Parameters<Tracker['report']>[0]) => void reported.push(failure),
    flush: async () => {},
  },
}
const edge = await openEdge(settings)
const hurried = await openEdge({ ...settings, idleLimitMs: IDLE_MS })
afterAll(() => Promise.all([edge.close(), hurried.close()]))
beforeEach(() => {
  letGo = vi.fn()
  edge.lines.length = 0
  reported.length = 0
})

/** Answers with that many pieces, and counts those that were taken. */
function pieces(count: number, fails: (taken: number) => Error | null = () => null) {
  const source = { taken: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (reader) => {
        const failure = fails(source.taken)
        if (failure) throw failure
        if (source.taken === count) return reader.close()
        source.taken += 1
        reader.enqueue(PIECE)
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  )
  handle = async () => new Response(stream, { headers: { 'Content-Type': 'application/pdf' } })
  return source
}

function connect(text: string, to = edge) {
  const client = net.connect(to.port, '127.0.0.1')
  client.on('error', () => {})
  client.write(text)
  const closed = new Promise<number>((resolve) => {
    const began = performance.now()
    client.once('close', () => resolve(performance.now() - began))
  })
  return { client, closed }
}

describe('a streamed file', () => {
  it('arrives whole', async () => {
    pieces(40)
    expect((await (await edge.get('/file')).arrayBuffer()).byteLength).toBe(40 * PIECE.length)
  })

  it.each(['br', 'gzip', 'identity'])('begins before the rest of it is there (%s)', async (coding) => {
    let goOn = () => {}
    const rest = new Promise<void>((resolve) => (goOn = resolve))
    const stream = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(Buffer.from('code,type\r\n'))
        await rest
        controller.enqueue(Buffer.from('INV-1,user\r\n'))
        controller.close()
      },
    })
    handle = async () => new Response(stream, { headers: { 'Content-Type': 'text/csv' } })
    const answer = await edge.get('/invites/export', { headers: { 'accept-encoding': coding } })
    const reader = answer.body?.getReader()
    const begun = await reader?.read()
    expect(Buffer.from(begun?.value ?? '').toString()).toBe('code,type\r\n')
    goOn()
    expect(Buffer.from((await reader?.read())?.value ?? '').toString()).toBe('INV-1,user\r\n')
  })

  it('is read no faster than its client takes it, and released when the client leaves', async () => {
    const source = pieces(100_000)
    const { client } = connect('GET /file HTTP/1.1\r\nHost: console.example\r\n\r\n')
    client.pause()
    // Until no more is taken, or so much that it would never stop.
    let before = 0
    const isHeldBack = () => {
      const { taken } = source
      const isSame = taken > 0 && taken === before
      before = taken
      return isSame || taken * PIECE.length > 20_000_000
    }
    await expect.poll(isHeldBack, { interval: 100 }).toBe(true)
    const takenBytes = source.taken * PIECE.length
    client.destroy()
    await expect.poll(() => letGo).toHaveBeenCalledOnce()
    // The kernel decides how much the two sockets buffer.
    expect(takenBytes).toBeLessThan(20_000_000)
  })

  it('is released when its client takes nothing', async () => {
    pieces(100_000)
    const { client } = connect('GET /file HTTP/1.1\r\nHost: console.example\r\n\r\n', hurried)
    client.pause()
    await expect.poll(() => letGo, { timeout: 5 * IDLE_MS }).toHaveBeenCalledOnce()
  })

  it('is not cut off for a slow client', async () => {
    const limitMs = 2000
    // More than the sockets buffer of what is sent within the limit.
    const wholeBytes = 240 * PIECE.length
    const patient = await openEdge({ ...settings, idleLimitMs: limitMs })
    onTestFinished(patient.close)
    const take = async () => {
      pieces(240)
      const { client, closed } = connect('GET /file HTTP/1.1\r\nHost: console.example\r\n\r\n', patient)
      let takenBytes = 0
      client.on('data', (chunk) => {
        takenBytes += chunk.length
        if (takenBytes > wholeBytes) return client.destroy()
        client.pause()
        setTimeout(() => client.resume(), 20)
      })
      return { tookMs: await closed, takenBytes }
    }
    const stood = standstill()
    let taken = { tookMs: 0, takenBytes: 0 }
    let stoodMs = 0
    // A process that stood still sees the timer before the bytes that arrived meanwhile.
    do {
      const beforeMs = stood()
      taken = await take()
      stoodMs = stood() - beforeMs
    } while (taken.takenBytes < wholeBytes && stoodMs > limitMs / 2)
    expect(taken.takenBytes).toBeGreaterThanOrEqual(wholeBytes)
    expect(taken.tookMs).toBeGreaterThan(limitMs)
  })

  it('is released when only its headers were asked for', async () => {
    pieces(10)
    expect((await edge.get('/file', { method: 'HEAD' })).status).toBe(200)
    expect(letGo).toHaveBeenCalledOnce()
  })

  it('becomes a page with 503 when the store is away before its first byte', async () => {
    pieces(10, () => new StoreUnavailable('broke off in the middle of a document'))
    const answer = await edge.get('/file')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.get('content-type')).toContain('text/html')
  })

  it('is cut off, and not ended as if whole, when the store breaks off later', async () => {
    pieces(10, (taken) => (taken === 5 ? new StoreUnavailable('broke off in the middle of a document') : null))
    const answer = await edge.get('/file')
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })
})

describe('a list being exported', () => {
  const away = Object.assign(new Error('Failed query'), { code: 'ECONNREFUSED' })
  let breaksOff: (error: Error) => void = () => {}
  const databaseGoes = () => breaksOff(away)
  beforeEach(() => {
    const rest = new Promise<never>((_, reject) => (breaksOff = reject))
    async function* blocks() {
      yield [['INV-1']]
      yield await rest
    }
    handle = async () => csvAnswer('invites', ['code'], blocks())
  })
  const written = () => edge.lines.map((line): { msg: string } => JSON.parse(line))
  const failures = () => written().filter(({ msg }) => msg !== 'request')
  const isCut = () => expect.poll(() => written()).toContainEqual(expect.objectContaining({ outcome: 'cut' }))

  it.each(['br', 'gzip', 'identity'])(
    'is cut off, logged once and reported when the database goes away in the middle (%s)',
    async (coding) => {
      const answer = await edge.get('/invites/export', { headers: { 'accept-encoding': coding } })
      expect(answer.status).toBe(200)
      databaseGoes()
      await expect(answer.text()).rejects.toThrow()
      await isCut()
      await expect.poll(() => reported).not.toEqual([])
      const requestId = answer.headers.get('x-request-id')
      expect(failures()).toMatchObject([{ requestId, path: '/invites/export', err: { code: 'ECONNREFUSED' } }])
      expect(reported).toMatchObject([{ error: away, requestId, route: '/invites/export', method: 'GET', status: 503 }])
    },
  )

  it('is cut off, without a failure, when the session of its reader ends', async () => {
    const answer = await edge.get('/invites/export')
    breaksOff(new ExporterSignedOut())
    await expect(answer.text()).rejects.toThrow()
    await isCut()
    expect([failures(), reported]).toEqual([[], []])
  })

  it('is no failure when its client leaves, even if its source fails after that', async () => {
    const { client, closed } = connect('GET /invites/export HTTP/1.1\r\nHost: console.example\r\n\r\n')
    client.once('data', () => client.destroy())
    await closed
    await isCut()
    databaseGoes()
    await nextTurn()
    expect([failures(), reported]).toEqual([[], []])
  })
})

describe('a form with a file', () => {
  const HEAD = `POST ${PATH} HTTP/1.1\r\nHost: console.example\r\nOrigin: https://console.example\r\nContent-Type: multipart/form-data; boundary=x\r\n`

  it('is cut off when its sender stops sending', async () => {
    let told: unknown
    handle = async (request) => {
      await request.arrayBuffer().catch((error: unknown) => (told = error))
      return new Response('cut')
    }
    const stood = standstill()
    const { client, closed } = connect(`${HEAD}Content-Length: 9000\r\n\r\n--x`, hurried)
    const openMs = await closed
    expect(openMs).toBeGreaterThan(IDLE_MS * 0.8)
    expect(openMs - stood()).toBeLessThan(IDLE_MS * 5)
    await expect.poll(() => told).toBeInstanceOf(Error)
    client.destroy()
  })

  it('may take longer than the idle limit to be judged and kept, once it has arrived', async () => {
    handle = async (request) => {
      await request.arrayBuffer()
      await wait(IDLE_MS * 2)
      return new Response('kept')
    }
    const form = new FormData()
    form.set('file', new File([PIECE], 'scan.pdf'))
    const headers = { origin: 'https://console.example' }
    const answer = await hurried.get(PATH, { method: 'POST', body: form, headers })
    expect(await answer.text()).toBe('kept')
  })

  it('that is refused early is read for a while, so that its sender gets the answer', async () => {
    handle = async () => new Response('no room', { status: 429 })
    const { client } = connect(`${HEAD}Content-Length: 3000000\r\n\r\n`)
    let answered = ''
    client.on('data', (chunk) => (answered += chunk.toString()))
    for (let sent = 0; sent < 3_000_000; sent += 100_000) {
      client.write(Buffer.alloc(100_000))
      await wait(20)
    }
    expect(answered).toContain('no room')
    expect(client.destroyed).toBe(false)
    client.destroy()
  })
})
