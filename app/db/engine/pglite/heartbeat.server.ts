import { Worker } from 'node:worker_threads'

const BEAT_EVERY_MS = 1000
/** A holder counts as gone after this long without a beat. */
export const SILENCE_MS = 5000

/**
 * Runs in a thread of its own, because a long query of the embedded database blocks the main one. If the lock file names another
 * process, or is missing after a freeze, this process was believed gone and must not write another byte. SIGKILL ends it at once,
 * except the first process of a container, which no signal from within ends: that one exits as soon as the main thread gets the message.
 */
const BEAT = `
const fs = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
const { file, mine, everyMs, silenceMs } = workerData
let lastMs = performance.now()
const beating = setInterval(() => {
  const wasFrozen = performance.now() - lastMs >= silenceMs
  lastMs = performance.now()
  try {
    if (fs.readFileSync(file, 'utf8') !== mine) return end()
    const now = new Date()
    fs.utimesSync(file, now, now)
  } catch (error) {
    if (error.code !== 'ENOENT') return
    if (wasFrozen) return end()
    try {
      fs.writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
    } catch {}
  }
}, everyMs)
function end() {
  clearInterval(beating)
  try {
    fs.writeSync(2, 'The database was taken over by another process while this one was frozen\\n')
  } catch {}
  process.kill(process.pid, 'SIGKILL')
  parentPort.postMessage('lost')
}
`

/** Renews the lock file until the returned function is called. */
export function keepBeating(file: string, mine: string): () => Promise<void> {
  const workerData = { file, mine, everyMs: BEAT_EVERY_MS, silenceMs: SILENCE_MS }
  const worker = new Worker(BEAT, { eval: true, workerData })
  worker.once('message', () => process.exit(1))
  worker.unref()
  return async () => void (await worker.terminate())
}
