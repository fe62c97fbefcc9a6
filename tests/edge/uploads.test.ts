import net from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { STALLED_MS, UPLOAD_LIMIT_BYTES } from '../../app/http/forms/upload.server'
import { IDLE_LIMIT_MS } from '../../edge/edge'
import { LONG_BODY_LIMIT_BYTES } from '../../edge/form-body'
import { FORM, openEdge } from '../support/edge'

const PATH = '/organizations/0f0e0d0c-1111-4222-8333-444455556666/setup/documents'
const ORIGIN = 'Host: console.example\r\nOrigin: https://console.example\r\n'
const KIND = 'Content-Type: multipart/form-data; boundary=x\r\n'

let handle: (request: Request) => Promise<Response>
const edge = await openEdge({ handle: (request) => handle(request) })
afterAll(edge.close)
beforeEach(() => {
  handle = async (request) => Response.json({ sizeBytes: (await request.arrayBuffer()).byteLength })
})

const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  edge.get(path, { method: 'POST', body, headers: { origin: 'https://console.example', ...headers } })

function fileOf(sizeBytes: number): FormData {
  const form = new FormData()
  form.set('file', new File([Buffer.alloc(sizeBytes, 'a')], 'scan.pdf'))
  return form
}

describe('a form with a file', () => {
  it.each([PATH, `${PATH}.data`, PATH.replace('setup', 'verification-status')])('reaches %s whole', async (path) => {
    const answer = await send(path, fileOf(3_000_000))
    expect(answer.status).toBe(200)
    expect((await answer.json()).sizeBytes).toBeGreaterThan(3_000_000)
  })

  it.each(['/organizations/1/setup/documents', PATH.replace('/documents', '/basic'), `${PATH}/more`, '/form'])(
    'is refused with 413 at %s',
    async (path) => {
      expect((await send(path, fileOf(LONG_BODY_LIMIT_BYTES))).status).toBe(413)
    },
  )

  it('sent as another content type keeps the small limit', async () => {
    expect((await send(PATH, 'a'.repeat(LONG_BODY_LIMIT_BYTES + 1), { 'content-type': FORM })).status).toBe(413)
  })

  it('from another site is refused with 403', async () => {
    const answer = await edge.get(PATH, {
      method: 'POST',
      body: fileOf(10),
      headers: { origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(403)
  })

  it('announced as larger than any upload is refused before a byte of it is read', async () => {
    const answer = await edge.raw(
      `POST ${PATH} HTTP/1.1\r\n${ORIGIN}${KIND}Content-Length: ${UPLOAD_LIMIT_BYTES + 1}\r\n\r\n`,
    )
    expect(answer.status).toBe(413)
  })
})

it('a route waits for a stalled upload longer than the edge, which cuts its sender off', () =>
  expect(STALLED_MS).toBeGreaterThan(IDLE_LIMIT_MS))

describe('before the route has decided', () => {
  it('a client that waits for 100 Continue gets the refusal and sends no file', async () => {
    handle = async () => new Response('no', { status: 403 })
    const answer = await edge.raw(
      `POST ${PATH} HTTP/1.1\r\n${ORIGIN}${KIND}Expect: 100-continue\r\nContent-Length: 9000000\r\n\r\n`,
    )
    expect(answer.status).toBe(403)
  })

  it('the file is not kept in memory', async () => {
    let heldBytes = 0
    handle = async () => {
      const before = process.memoryUsage().arrayBuffers
      await new Promise((resolve) => setTimeout(resolve, 300))
      heldBytes = process.memoryUsage().arrayBuffers - before
      return new Response('no', { status: 403 })
    }
    const client = net.connect(edge.port, '127.0.0.1')
    client.on('error', () => {})
    client.write(`POST ${PATH} HTTP/1.1\r\n${ORIGIN}${KIND}Content-Length: 50000000\r\n\r\n`)
    const answered = new Promise<string>((resolve) => client.once('data', (chunk) => resolve(chunk.toString())))
    client.write(Buffer.alloc(20_000_000))
    expect(await answered).toMatch(/^HTTP\/1.1 403/)
    client.destroy()
    // The 20 MB themselves are in this process too, in front of the socket.
    expect(heldBytes).toBeLessThan(5_000_000)
  })

  it('a client that leaves is noticed by the route', async () => {
    const told = new Promise<unknown>((resolve) => {
      handle = async (request) => {
        await request.arrayBuffer().catch(resolve)
        return new Response('cut')
      }
    })
    const client = net.connect(edge.port, '127.0.0.1', () => {
      client.write(`POST ${PATH} HTTP/1.1\r\n${ORIGIN}${KIND}Content-Length: 1000\r\n\r\n--x`)
      setTimeout(() => client.destroy(), 50)
    })
    expect(await told).toBeInstanceOf(Error)
  })
})
