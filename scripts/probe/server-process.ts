import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '../../app/durations'

const READY_LIMIT_MS = 3 * MINUTE_MS
const LOOK_EVERY_MS = 10
/** Like `npm start`; a test compares them. */
export const NODE_ARGUMENTS = ['--max-old-space-size=768', '--max-semi-space-size=8', '--wasm-tiering-budget=13000000']

/** The built server as a separate process, which can be restarted on the same data. */
export type ServerProcess = {
  origin: string
  pid: () => number
  /** Resolves with the milliseconds until it was ready; rejects when it is not within three minutes. */
  start: () => Promise<number>
  /** Resolves with the exit code once it has ended; null when the signal ended it. */
  kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>
  readyMs: () => Promise<number>
}

export async function serverProcess(
  builtServer: string,
  variables: Record<string, string | undefined>,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dataDir = variables.DATA_DIR ?? '.'
  const log = fs.openSync(path.join(dataDir, 'server.log'), 'a')
  let child: ChildProcess | null = null
  process.setMaxListeners(0)

  const readyMs = async () => {
    const startedMs = performance.now()
    while (performance.now() - startedMs < READY_LIMIT_MS) {
      if (child?.exitCode != null) throw new Error(`The server ended by itself:\n${endOf(`${dataDir}/server.log`)}`)
      if (await isReady(port)) return performance.now() - startedMs
      await wait(LOOK_EVERY_MS)
    }
    throw new Error(`The server is not ready:\n${endOf(`${dataDir}/server.log`)}`)
  }
  return {
    origin,
    pid: () => child?.pid ?? 0,
    readyMs,
    start: () => {
      const env = { ...process.env, NODE_ENV: 'production', MODE: 'demo', LOG_LEVEL: 'error', ...variables }
      child = spawn(process.execPath, [...NODE_ARGUMENTS, builtServer, ...args], {
        env: { ...env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_ORIGIN: variables.PUBLIC_ORIGIN ?? origin },
        stdio: ['ignore', log, log],
      })
      const own = child
      process.once('exit', () => own.kill('SIGKILL'))
      return readyMs()
    },
    kill: async (signal) => {
      const own = child
      if (!own) return null
      const ended = new Promise<number | null>((resolve) => own.once('exit', resolve))
      own.kill(signal)
      const code = await ended
      child = null
      return code
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
  } catch {
    return false
  }
}

const LOG_END_CHARS = 2000
const endOf = (file: string) => fs.readFileSync(file, 'utf8').slice(-LOG_END_CHARS)

/** Above the last port that browsers and `fetch` refuse (10080). */
export const PORTS = { from: 10_081, to: lastPort() }

/** Below the ports for outgoing connections, one of which could take it before we listen. */
function lastPort(): number {
  const file = '/proc/sys/net/ipv4/ip_local_port_range'
  const outgoing = fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8')) : 0
  const isEnough = outgoing > 12_000
  return isEnough ? Math.min(32_000, outgoing) : 32_000
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
