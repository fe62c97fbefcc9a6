import fs from 'node:fs'
import path from 'node:path'

/** The product's clock. In demo mode it adds the whole milliseconds in `DATA_DIR/clock-offset-ms`, read at each use. */
export function openClock(env: { isDemo: boolean; dataDir: string }): () => Date {
  if (!env.isDemo) return () => new Date()
  const file = path.join(env.dataDir, 'clock-offset-ms')
  return () => new Date(Date.now() + readOffsetMs(file))
}

function readOffsetMs(file: string): number {
  try {
    const written = fs.readFileSync(file, 'utf8').trim()
    return /^[+-]?\d{1,13}$/.test(written) ? Number(written) : 0
  } catch {
    return 0
  }
}
