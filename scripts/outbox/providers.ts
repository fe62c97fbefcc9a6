import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * What goes wrong with a request. `hang`: the connection dies after a while and nothing is accepted. `cut`: the message is accepted
 * and the connection dies before the answer.
 */
type Fault = 'fail' | 'hang' | 'slow' | 'cut'

const FAULTS: readonly Fault[] = ['fail', 'hang', 'slow', 'cut']
const SLOW_MS = 3000

/** A message that a provider accepted: its text, its idempotency key, and the time of the request. */
export type Taken = { text: string; key: string; at: number }

/** The interfaces of Twilio and of the Cloud API on this machine, with faults at random. */
export type Providers = {
  origin: string
  taken: Taken[]
  faults: Map<Fault, number>
  requests: () => number
  close: () => void
}

/** @param share of the requests that a fault befalls, 0 to 1, while `isFaulty` */
export async function startProviders(share: number, isFaulty: () => boolean, chance: () => number): Promise<Providers> {
  const taken: Taken[] = []
  const faults = new Map<Fault, number>()
  let count = 0
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      count += 1
      const at = Date.now()
      const fault = isFaulty() && chance() < share ? FAULTS[Math.floor(chance() * FAULTS.length)] : undefined
      if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1)
      if (fault === 'hang') {
        await wait(SLOW_MS)
        return void request.socket.destroy()
      }
      if (fault === 'fail') return void response.writeHead(503).end()
      if (fault === 'slow') await wait(SLOW_MS)
      taken.push({ ...readMessage(request.url ?? '', Buffer.concat(parts).toString('utf8')), at })
      if (fault === 'cut') return void request.socket.destroy()
      response.writeHead(201, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${port}`, taken, faults, requests: () => count, close }
}

type CloudMessage = {
  biz_opaque_callback_data: string
  template: { components: { parameters: { text: string }[] }[] }
}

/** Twilio has no key: its messages are told apart by their text alone. */
function readMessage(url: string, body: string): { text: string; key: string } {
  if (url.endsWith('/Messages.json')) return { text: new URLSearchParams(body).get('Body') ?? '', key: '' }
  const message = JSON.parse(body) as CloudMessage
  return {
    text: message.template.components[0]?.parameters[0]?.text ?? '',
    key: message.biz_opaque_callback_data,
  }
}
