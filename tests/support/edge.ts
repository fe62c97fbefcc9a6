import net from 'node:net'
import pino from 'pino'
import { createEdge, type EdgeSettings } from '../../edge/edge'
import { createLimitedServer, listen } from '../../edge/listen'

/** What came back on a raw connection, or from a request. */
export type Answer = { status: number; headers: Headers; body: string }

/** The edge on a free port, in front of a framework that reports what it was given. */
export async function openEdge(changes: Partial<EdgeSettings> = {}) {
  const seen: Request[] = []
  const lines: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
  const server = createLimitedServer(
    createEdge({
      env: { publicOrigin: 'https://console.example', isDemo: false, trustProxy: 0 },
      log,
      tracker: { report: () => {}, flush: async () => {} },
      isReady: async () => true,
      isOwnForm: () => false,
      userIdOf: () => null,
      files: (_request, _response, next) => next(),
      handle: async (request, visit) => {
        seen.push(request.clone())
        return Response.json({ url: request.url, address: visit.address, nonce: visit.nonce })
      },
      ...changes,
    }),
    log,
  )
  const port = await listen(server, 0, '127.0.0.1')
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    get('/form', {
      method: 'POST',
      body,
      headers: { origin: 'https://console.example', 'content-type': FORM, ...headers },
    })
  return {
    port,
    close,
    get,
    post,
    raw: async (text: string) => parse(await bytes(port, text)),
    bytes: (text: string) => bytes(port, text),
    seen,
    lines,
  }
}

export const FORM = 'application/x-www-form-urlencoded'

/** Sends exactly these bytes and reads until the server closes, or is silent for longer than even a loaded machine would be. */
function bytes(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}

function parse(received: string): Answer {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const pairs = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1),
  ])
  return { status: Number(first.split(' ')[1] ?? 0), headers: new Headers(pairs), body: rest.join('\r\n\r\n') }
}
