import net from 'node:net'
import { once } from 'node:events'
import { MINUTE_MS } from '../durations'
import type { Scanner } from './ports'

const SILENCE_LIMIT_MS = MINUTE_MS
const FOUND = /^stream: (.+) FOUND$/
const CLEAN = 'stream: OK'

/** The scanner could not be reached, or its answer was not understood; the file has no verdict. */
class ScannerFailure extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`The virus scanner ${what}`, options)
    this.name = 'ScannerFailure'
  }
}

/** clamd over TCP: one connection with one INSTREAM command per file. Rejects with {@link ScannerFailure}. */
export function openClamd({ host, port }: { host: string; port: number }, silenceLimitMs = SILENCE_LIMIT_MS): Scanner {
  return {
    scan: async (content) => {
      const verdict = await ask(host, port, content, silenceLimitMs)
      if (verdict === CLEAN) return null
      const finding = FOUND.exec(verdict)?.[1]
      if (finding === undefined) throw new ScannerFailure(verdict === '' ? 'gave no verdict' : `answered ${verdict}`)
      return finding
    },
  }
}

async function ask(host: string, port: number, content: ReadableStream<Uint8Array>, silenceLimitMs: number) {
  const socket = net.connect(port, host)
  const gone = new AbortController()
  let said = ''
  socket.setTimeout(silenceLimitMs, () => socket.destroy(new ScannerFailure(`was silent for ${silenceLimitMs} ms`)))
  socket.on('data', (bytes) => (said += bytes.toString('latin1')))
  const ended = new Promise<void>((resolve, reject) => {
    socket.once('end', resolve)
    socket.once('close', () => {
      gone.abort()
      resolve()
    })
    socket.once('error', (error) =>
      reject(error instanceof ScannerFailure ? error : new ScannerFailure('could not be reached', { cause: error })),
    )
  })
  const sent = send(socket, content, gone.signal)
  try {
    // A scanner that has read enough answers, and closes before everything is sent.
    await Promise.all([ended, sent.catch((error: unknown) => (gone.signal.aborted ? null : Promise.reject(error)))])
    return said.replace(/\0[^]*$/, '').trim()
  } finally {
    socket.destroy()
  }
}

/** Sends each piece with its length before it; a length of 0 marks the end. */
async function send(socket: net.Socket, content: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
  const write = async (bytes: Uint8Array) => {
    if (!socket.write(bytes)) await once(socket, 'drain', { signal })
  }
  const reader = content.getReader()
  try {
    await write(Buffer.from('zINSTREAM\0'))
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (signal.aborted) return
      if (piece.value.byteLength === 0) continue
      await write(lengthOf(piece.value.byteLength))
      await write(piece.value)
    }
    await write(lengthOf(0))
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
