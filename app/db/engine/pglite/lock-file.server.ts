import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { keepBeating, SILENCE_MS } from './heartbeat.server'

/** The embedded database serves one process, and another one holds it. */
export class DatabaseInUse extends Error {
  constructor(folder: string, pid: number | null) {
    const holder = pid === null ? 'another process' : `process ${pid}`
    super(`The database in ${folder} is in use by ${holder}; stop it first, or set another DATA_DIR or a DATABASE_URL`)
    this.name = 'DatabaseInUse'
  }
}

type Holder = { pid: number; startedAt: string | null; namespace: string | null; instance: string }

/** A lock file that was created but not yet written counts as held until it is this old. */
const UNWRITTEN_MS = 5000
const LOOK_EVERY_MS = 250

/**
 * Takes the lock of a folder and returns the function that releases it; throws {@link DatabaseInUse}. The process ends if another one
 * takes the lock while this one is frozen.
 */
export async function takeLock(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'db.lock')
  const holder: Holder = {
    pid: process.pid,
    startedAt: startOf(process.pid),
    namespace: namespaceOfPids(),
    instance: randomUUID(),
  }
  const mine = JSON.stringify(holder)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (created(file, mine)) {
      const stopBeating = keepBeating(file, mine)
      return async () => {
        await stopBeating()
        release(file, mine)
      }
    }
    const found = readOrNull(file)
    if (found === null) continue
    const other = holderIn(found)
    if (other ? await isAlive(other, file) : isYoung(file)) throw new DatabaseInUse(dataDir, other?.pid ?? null)
    putAside(file, found, holder.instance)
  }
  throw new DatabaseInUse(dataDir, null)
}

/** By the pid where that identifies the process, else by the heartbeat, which the locks of older versions lack. */
async function isAlive(holder: Holder, file: string): Promise<boolean> {
  const namespace = namespaceOfPids()
  const isNeighbour = holder.namespace !== null && holder.namespace === namespace && isOfThisBoot(holder)
  if (isNeighbour || holder.instance === '') return isRunning(holder)
  // Without /proc a running pid may be another process by now, but one that does not run is conclusive.
  if (holder.namespace === null && namespace === null && !isRunning(holder)) return false
  const beat = mtimeOf(file)
  // Counts looks, not time: a process that is frozen meanwhile does not look.
  for (let looks = 0; looks < SILENCE_MS / LOOK_EVERY_MS; looks += 1) {
    await wait(LOOK_EVERY_MS)
    if (mtimeOf(file) !== beat) return true
  }
  return false
}

const isOfThisBoot = (holder: Holder) => holder.startedAt?.split('/')[0] === startOf(process.pid)?.split('/')[0]

function namespaceOfPids(): string | null {
  try {
    return fs.readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}

const mtimeOf = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs

function created(file: string, content: string): boolean {
  try {
    fs.writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock file that was judged stale; puts back another one that replaced it meanwhile. */
function putAside(file: string, judged: string, instance: string) {
  const aside = `${file}.${instance}`
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

const HOLDER =
  /^\{"pid":(\d+),"startedAt":(?:null|"([^"]*)")(?:,"namespace":(?:null|"([^"]*)"),"instance":"([^"]*)")?\}$/

function holderIn(content: string): Holder | null {
  const match = HOLDER.exec(content)
  if (!match) return null
  const [, pid, startedAt = null, namespace = null, instance = ''] = match
  return { pid: Number(pid), startedAt, namespace, instance }
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
