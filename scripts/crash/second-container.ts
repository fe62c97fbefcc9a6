import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { MINUTE_MS } from '../../app/durations'
import { freePort } from '../probe/server-process'

const PATIENCE_MS = MINUTE_MS
/** Runs in its own process namespace; without root that needs a user namespace as well. */
const APART = [
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
]

/** Starts a second container on the same folder, whose process ids mean nothing to the first. Returns what was wrong about its refusal. */
export async function secondContainer(
  builtServer: string,
  variables: Record<string, string | undefined>,
): Promise<string[]> {
  const env = { ...process.env, NODE_ENV: 'production', MODE: 'demo', LOG_LEVEL: 'error', ...variables }
  const child = spawn('unshare', [...APART, process.execPath, builtServer], {
    env: { ...env, PORT: String(await freePort()), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const limit = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  const ended: unknown[] = await once(child, 'close')
  clearTimeout(limit)
  if (ended[0] === 1 && said.includes('is in use by')) return []
  return [`a second container on the same folder was not refused: it ended with ${ended[0]} and said ${said.trim()}`]
}
