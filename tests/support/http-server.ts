import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }
/** Status and body of an answer; null never answers. */
type Answer = (
  received: Received,
) => { status: number; body: string; headers?: Record<string, string> } | 'hang up' | null

/** A local server that keeps what it received; closed after the test. */
export async function startServer(answer: Answer): Promise<{ origin: string; port: number; received: Received[] }> {
  const received: Received[] = []
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(parts).toString('utf8') }
      received.push(one)
      const said = answer(one)
      if (said === 'hang up') request.socket.destroy()
      else if (said)
        response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers }).end(said.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, received }
}
