import { Worker } from 'node:worker_threads'

const BEAT_EVERY_MS = 1000

/**
 * Of a thread of its own, because a long query of the embedded database holds up everything else. Somebody else in the file
 * means that this process was frozen for so long that it was believed gone: it must not write another byte.
 */
const BEAT = `
const fs = require('node:fs')
const { workerData } = require('node:worker_threads')
const { file, mine, everyMs } = workerData
setInterval(() => {
  try {
    if (fs.readFileSync(file, 'utf8') !== mine) {
      fs.writeSync(2, 'The database was taken over by another process while this one was frozen\\n')
      process.kill(process.pid, 'SIGKILL')
    }
    const now = new Date()
    fs.utimesSync(file, now, now)
  } catch (error) {
    if (error.code === 'ENOENT')
      try {
        fs.writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      } catch {}
  }
}, everyMs)
`

/** Renews the lock file until the returned function is called. */
export function keepBeating(file: string, mine: string): () => Promise<void> {
  const worker = new Worker(BEAT, { eval: true, workerData: { file, mine, everyMs: BEAT_EVERY_MS } })
  worker.unref()
  return async () => void (await worker.terminate())
}
