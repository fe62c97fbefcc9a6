import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../scripts/probe/server-process'

/** Harmless; found by the signature below. */
export const MARKER = 'GATEHOUSE-HARMLESS-TEST-MARKER-7f3a9c'
const NAME = 'Gatehouse.Test.Marker'
const CLAMD = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].find((file) =>
  fs.existsSync(file),
)

/** The scanner of these tests: the real clamd where it is installed, else a server that speaks its protocol. */
export const SCANNER_NAME = CLAMD ? 'clamd itself' : 'a server that speaks the protocol of clamd (it is not installed)'

export type RunningScanner = { host: string; port: number; finding: RegExp; stop: () => Promise<void> }

/** Started in `folder`, with a signature file that knows only the marker. */
export const startScanner = (folder: string): Promise<RunningScanner> =>
  CLAMD ? startClamd(CLAMD, folder) : speakClamd()

async function startClamd(program: string, folder: string): Promise<RunningScanner> {
  const port = await freePort()
  const signatures = path.join(folder, 'signatures')
  fs.mkdirSync(signatures)
  fs.writeFileSync(path.join(signatures, 'own.ndb'), `${NAME}:0:*:${Buffer.from(MARKER).toString('hex')}\n`)
  const settings = path.join(folder, 'clamd.conf')
  const lines = [`DatabaseDirectory ${signatures}`, 'TCPAddr 127.0.0.1', `TCPSocket ${port}`, 'Foreground yes']
  fs.writeFileSync(settings, [...lines, `TemporaryDirectory ${folder}`, 'StreamMaxLength 25M', ''].join('\n'))
  const daemon = spawn(program, ['-c', settings], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => daemon.once('exit', () => resolve()))
  for (let tries = 0; !(await answers(port)); tries++) {
    if (daemon.exitCode !== null || tries > 300) throw new Error('clamd does not start')
    await wait(100)
  }
  const stop = async () => {
    daemon.kill('SIGTERM')
    await ended
  }
  return { host: '127.0.0.1', port, finding: /^Gatehouse\.Test\.Marker/, stop }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('zPING\0'))
    socket.on('data', (bytes) => {
      resolve(bytes.toString().startsWith('PONG'))
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })

/** INSTREAM as clamd documents it: chunks preceded by their length, a length of zero at the end, one verdict. */
async function speakClamd(): Promise<RunningScanner> {
  const server = net.createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      const content = contentOf(received)
      if (content === null) return
      const isFound = content.includes(MARKER)
      socket.end(isFound ? `stream: ${NAME}.UNOFFICIAL FOUND\0` : 'stream: OK\0')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { host: '127.0.0.1', port, finding: /^Gatehouse\.Test\.Marker/, stop }
}

/** Null until the end has arrived. */
function contentOf(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (!received.toString('latin1').startsWith(command)) return null
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length;) {
    const lengthBytes = received.readUInt32BE(at)
    if (lengthBytes === 0) return Buffer.concat(pieces)
    if (at + 4 + lengthBytes > received.length) return null
    pieces.push(received.subarray(at + 4, at + 4 + lengthBytes))
    at += 4 + lengthBytes
  }
  return null
}
