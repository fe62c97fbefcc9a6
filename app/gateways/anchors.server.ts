import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Env } from '../env.server'
import type { AnchorStore } from './ports'
import { openS3Anchors } from './s3-anchors.server'

const ANSWER_LIMIT_MS = 5000
/** Facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6

/** The store for signed heads of the audit chain that `ANCHORS` names; null when it names none. */
export function openAnchors({ anchors }: Pick<Env, 'anchors'>, answerLimitMs = ANSWER_LIMIT_MS): AnchorStore | null {
  if (!anchors) return null
  if (anchors.kind === 's3') return openS3Anchors(anchors.bucket)
  return anchors.kind === 'file' ? openFileAnchors(anchors.path) : openSyslogAnchors(anchors, answerLimitMs)
}

/** Appends to a file; a line is on the disk when the promise resolves. */
function openFileAnchors(file: string): AnchorStore {
  return {
    write: async (line) => {
      await fs.mkdir(path.dirname(file), { recursive: true })
      const text = `${line}\n`
      const handle = await fs.open(file, 'a', 0o600)
      try {
        const { size } = await handle.stat()
        try {
          await handle.appendFile(text)
          await handle.sync()
        } catch (error) {
          await takeBack(file, size, text).catch(() => {})
          throw error
        }
      } finally {
        await handle.close()
      }
    },
    read: async () => {
      try {
        return (await fs.readFile(file, 'utf8')).split('\n')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
        throw error
      }
    },
  }
}

/** Removes the part of a line that was written before the disk was full, unless another process has written after it. */
async function takeBack(file: string, sizeBefore: number, text: string): Promise<void> {
  const handle = await fs.open(file, 'r+')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(text.length + 1), 0, text.length + 1, sizeBefore)
    const isOurs = bytesRead > 0 && text.startsWith(buffer.toString('utf8', 0, bytesRead))
    if (isOurs) await handle.truncate(sizeBefore)
  } finally {
    await handle.close()
  }
}

type Syslog = { host: string; port: number; isTcp: boolean }

/** Sends to a syslog collector by RFC 5424, framed by RFC 6587 over TCP. What it keeps is read from its own file. */
function openSyslogAnchors({ host, port, isTcp }: Syslog, answerLimitMs: number): AnchorStore {
  return {
    write: (line, at) => {
      const text = `<${PRIORITY}>1 ${at.toISOString()} ${os.hostname() || '-'} gatehouse ${process.pid} anchor - ${line}`
      const bytes = Buffer.from(text)
      return isTcp
        ? sendTcp(host, port, Buffer.concat([Buffer.from(`${bytes.length} `), bytes]), answerLimitMs)
        : sendUdp(host, port, bytes)
    },
    read: null,
  }
}

async function sendUdp(host: string, port: number, bytes: Buffer): Promise<void> {
  // IPv4 first, on which most collectors listen: over UDP nobody reports that none listens.
  const { address, family } = await dns.promises.lookup(host, { order: 'ipv4first' })
  await new Promise<void>((resolve, reject) => {
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    const end = (error: Error | null) => {
      socket.close()
      if (error) reject(error)
      else resolve()
    }
    socket.once('error', end)
    socket.send(bytes, port, address, end)
  })
}

function sendTcp(host: string, port: number, bytes: Buffer, answerLimitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, timeout: answerLimitMs })
    socket.once('timeout', () => socket.destroy(new Error('The collector of anchors did not answer')))
    socket.once('error', reject)
    socket.once('close', () => resolve())
    socket.end(bytes)
    socket.resume()
  })
}
