import fs from 'node:fs'
import path from 'node:path'

/** The embedded database serves one process; somebody else holds it. */
export class DatabaseInUse extends Error {
  constructor(folder: string, pid: number | null) {
    const holder = pid === null ? 'another process' : `process ${pid}`
    super(`The database in ${folder} is in use by ${holder}; stop it first, or set another DATA_DIR or a DATABASE_URL`)
    this.name = 'DatabaseInUse'
  }
}

type Holder = { pid: number; startedAt: string | null }

/** A lock that was created but not yet written is judged held until it is this old. */
const UNWRITTEN_MS = 5000

/** Takes the lock of a folder or throws {@link DatabaseInUse}; gives the function that releases it. */
export function takeLock(dataDir: string): () => void {
  const file = path.join(dataDir, 'db.lock')
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (created(file, mine)) return () => release(file, mine)
    const found = readOrNull(file)
    if (found === null) continue
    const holder = holderIn(found)
    if (holder ? isRunning(holder) : isYoung(file)) throw new DatabaseInUse(dataDir, holder?.pid ?? null)
    putAside(file, found)
  }
  throw new DatabaseInUse(dataDir, null)
}

function created(file: string, content: string): boolean {
  try {
    fs.writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock that was judged stale, and puts back a fresh one that came in its place meanwhile. */
function putAside(file: string, judged: string) {
  const aside = `${file}.${process.pid}`
  try {
    fs.renameSync(file, aside)
    if (readOrNull(aside) !== judged) fs.linkSync(aside, file)
  } catch {
    // Another process was quicker: the next attempt looks again.
  }
  fs.rmSync(aside, { force: true })
}

const release = (file: string, mine: string) => {
  if (readOrNull(file) === mine) fs.rmSync(file, { force: true })
}

function readOrNull(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function holderIn(content: string): Holder | null {
  const match = /^\{"pid":(\d+),"startedAt":(?:null|"([^"]*)")\}$/.exec(content)
  return match ? { pid: Number(match[1]), startedAt: match[2] ?? null } : null
}

function isYoung(file: string): boolean {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < UNWRITTEN_MS
}

function isRunning(holder: Holder): boolean {
  if (fs.existsSync('/proc/self/stat')) return holder.startedAt !== null && startOf(holder.pid) === holder.startedAt
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Boot and clock tick at which a process started, so that a re-used pid is not mistaken for it; null when it is gone. */
function startOf(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return null
  return `${readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${fields[18] ?? ''}`
}
