import { Worker } from 'node:worker_threads'

const BEAT_EVERY_MS = 1000
/** A holder is gone when its beat is missing for so long. */
export const SILENCE_MS = 5000

/**
 * Of a thread of its own, because a long query of the embedded database holds up everything else. Somebody else in the file, or
 * nobody after a freeze, means that this process was believed gone: it must not write another byte. SIGKILL ends it at once, but for
 * the first process of a container, which no signal from within ends: that one leaves as soon as the main thread hears of it.
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
