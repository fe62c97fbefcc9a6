import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { isSiblingMessage } from '../app/gateways/siblings.server'

const PLACE = 'WORKER_PLACE'
const RETIRE = 'retire'
/** A worker that died is started again after the first pause, and after twice as long each time it dies young. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 30_000
const YOUNG_MS = 60_000
/** How long a new worker may take until it listens. */
const START_LIMIT_MS = 120_000
const SAME_SIGNAL_MS = 1000

/** True in one process of a console: the one that does what need not be done by each. */
export const isLeaderWorker = (): boolean => placeOfWorker() === '0'

/** Which of the processes that share the port this is, counted from 0; the one that takes the place of another has its place. */
export const placeOfWorker = (): string => process.env[PLACE] ?? '0'

/** Called when another process serves in the place of this one. */
export function whenRetired(retire: () => void): void {
  if (cluster.isWorker) process.on('message', (message) => void (message === RETIRE && retire()))
}

/**
 * Runs so many processes that share the port, and never serves itself. One that dies is started again. SIGTERM and SIGINT stop
 * all, each as it would alone; SIGHUP replaces one after the other, a new one listening before the old one goes. The first
 * one starts alone: whatever keeps a console from starting is said once, and ends this process too.
 * @param places who serves in each place, kept up to date
 */
export async function runWorkers(
  count: number,
  log: Pick<Logger, 'info' | 'error'>,
  places: Worker[] = [],
): Promise<void> {
  // Whoever is free takes the next connection: one that is handed to a worker that dies would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const youngDeaths: number[] = []
  const listening = new WeakSet<Worker>()
  let hasStarted = false
  let stoppingSince: number | null = null
  let hasFailed = false

  const alive = () =>
    Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker?.isDead() === false)

  const fork = (place: number): Worker => {
    const bornMs = performance.now()
    const worker = cluster.fork({ [PLACE]: String(place) })
    worker.on('message', (message: unknown) => {
      if (!isSiblingMessage(message)) return
      for (const other of alive()) if (other !== worker && other.isConnected()) other.send(message, ignoreSendError)
    })
    worker.on('error', (error) => {
      log.error({ err: error, event: 'worker.error', place }, 'a worker could not be started or reached')
      // One that never began has no end of its own.
      if (worker.process.pid === undefined) worker.emit('exit', 1)
    })
    worker.once('listening', () => listening.add(worker))
    worker.once('exit', (code, signal) => ended(worker, place, performance.now() - bornMs, signal ?? code))
    return worker
  }
  const begin = async (place: number): Promise<boolean> => {
    const worker = fork(place)
    places[place] = worker
    return listens(worker)
  }
  const tryToBegin = (place: number) => {
    const before = places[place]
    begin(place).catch((error: unknown) => ended(before, place, 0, String(error)))
  }

  const ended = (worker: Worker | undefined, place: number, livedMs: number, how: string | number) => {
    if (stoppingSince !== null) {
      hasFailed ||= how !== 0 && how !== 'SIGTERM' && how !== 'SIGINT'
      if (alive().every((other) => other === worker)) process.exit(hasFailed ? 1 : 0)
      return
    }
    if (!hasStarted) process.exit(typeof how === 'number' && how > 0 ? how : 1)
    if (places[place] !== worker) return
    const deaths = livedMs < YOUNG_MS ? (youngDeaths[place] ?? 0) + 1 : 1
    youngDeaths[place] = deaths
    const waitMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (deaths - 1))
    log.error({ event: 'worker.died', place, outcome: how, waitMs }, 'a worker died and is started again')
    setTimeout(() => {
      if (stoppingSince === null && places[place] === worker) tryToBegin(place)
    }, waitMs)
  }

  const replace = async (place: number): Promise<boolean> => {
    const fresh = fork(place)
    const limit = setTimeout(() => fresh.process.kill('SIGKILL'), START_LIMIT_MS)
    const isServing = await listens(fresh)
    clearTimeout(limit)
    if (!isServing) return false
    const old = places[place]
    places[place] = fresh
    if (!old || old.isDead()) return true
    const gone = new Promise((resolve) => old.once('exit', resolve))
    // One begun meanwhile for one that died does not hear anything yet.
    if (!listening.has(old)) old.process.kill()
    else if (old.isConnected()) old.send(RETIRE, ignoreSendError)
    await gone
    return true
  }
  const replaceAll = async () => {
    log.info({ event: 'workers.replacing', count }, 'workers are replaced one after the other')
    for (let place = 0; place < count && stoppingSince === null; place += 1)
      if (!(await replace(place)))
        return log.error({ event: 'workers.replacing', place }, 'a new worker did not start; the old ones go on')
    log.info({ event: 'workers.replaced', count }, 'all workers are new')
  }

  const stop = (signal: NodeJS.Signals) => {
    const isUrgent = stoppingSince !== null && performance.now() - stoppingSince > SAME_SIGNAL_MS
    stoppingSince ??= performance.now()
    if (alive().length === 0) process.exit(0)
    for (const worker of alive()) worker.process.kill(isUrgent ? 'SIGKILL' : signal)
  }
  let replacing: Promise<void> | null = null
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => {
    // The terminal that this ran in was closed.
    if (process.stdin.isTTY) return stop('SIGTERM')
    if (!hasStarted) return
    replacing ??= replaceAll()
      .catch((error: unknown) =>
        log.error({ err: error, event: 'workers.replacing' }, 'a new worker did not start; the old ones go on'),
      )
      .finally(() => (replacing = null))
  })

  hasStarted = await begin(0)
  for (let place = 1; place < count; place += 1) tryToBegin(place)
  log.info({ event: 'workers', count }, 'workers share the port')
}

/** A worker may die before this process hears of it, and an error that nobody takes would end this process. */
const ignoreSendError = () => {}

/** False when it ended before. */
const listens = (worker: Worker): Promise<boolean> =>
  new Promise((resolve) => {
    worker.once('listening', () => resolve(true))
    worker.once('exit', () => resolve(false))
  })
