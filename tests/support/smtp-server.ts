import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

type Mail = { from: string; to: string[]; raw: string; isEncrypted: boolean; user: string | undefined }

/** A local mail server that keeps what it accepted; closed after the test. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 10,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
          isEncrypted: session.secure,
          user: session.user,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  /** Ends every connection as an impatient server does; resolves once the other side has noticed. */
  const hangUp = () =>
    Promise.all(
      [...sockets].map((socket) => {
        const gone = once(socket, 'close')
        socket.end('421 4.4.2 Idle for too long\r\n')
        return gone
      }),
    )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { port, url: `smtp://127.0.0.1:${port}?tls=off`, mails, hangUp }
}

/** The header lines of a mail, unfolded, by name in small letters; and its body. */
export function readMail(raw: string): { headers: Map<string, string[]>; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  return { headers, body: rest.join('\r\n\r\n') }
}

/** The text and the HTML of a mail. */
export function partsOf(raw: string): Record<string, string> {
  const { headers, body } = readMail(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1]
  if (boundary === undefined) throw new Error('the mail has no parts')
  return Object.fromEntries(
    body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => {
        const { headers: own, body: content } = readMail(part.replace(/^\r\n/, ''))
        const type = (own.get('content-type')?.[0] ?? '').split(';')[0] ?? ''
        return [type, decode(content, own.get('content-transfer-encoding')?.[0] ?? '7bit')]
      }),
  )
}

function decode(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return content
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
