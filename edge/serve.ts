import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { MINUTE_MS } from '../app/durations'
import { servicesContext, requestInfoContext } from '../app/context'
import { seedDemo } from '../app/demo/demo.server'
import { claimForProduction, holdsMadeUp, isSeeded, isSomebodys } from '../app/demo/whose.server'
import { anchorAtStop } from '../app/domain/audit/anchors.server'
import { takeStore } from '../app/domain/documents/store-owner.server'
import { fillSearchKeys } from '../app/domain/names/fill-keys.server'
import { fillDueDates } from '../app/domain/verifications/due-dates/due-dates.server'
import { jobs as allJobs, startJobs } from '../app/domain/jobs/jobs.server'
import { startOutbox } from '../app/domain/messages/outbox.server'
import { WrongSetting } from '../app/env-values.server'
import { listenForSessions } from '../app/domain/sessions/last-seen.server'
import { listenForDrafts } from '../app/http/forms/drafts.server'
import { isOwnFormToken } from '../app/http/forms/form-token.server'
import { readRecentSessionUserId } from '../app/http/sign-in/session-cookie.server'
import type { Services } from '../app/services.server'
import { demoNotes } from './demo-notes'
import { createEdge } from './edge'
import { withErrorPage } from './error-pages'
import type { Handle } from './framework'
import { createLimitedServer, listen } from './listen'
import { narrowedRoutes } from './narrowed-routes'
import { stopGracefully } from './stop'
import { createWaitLogger, findWaitReason } from './waiting'
import { isLeaderWorker, whenRetired } from './workers'

export type ServeSettings = {
  services: Services
  /** The framework's build; a function in development, where it changes. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  files: RequestHandler
  mode: 'production' | 'development'
}

/** Serves until a signal comes, and closes everything. */
export async function serve(settings: ServeSettings): Promise<void> {
  const { services } = settings
  const { server, port, ownership, begin, end } = await openConsole(settings)
  if (isLeaderWorker() && services.env.isDemo) process.stderr.write(demoNotes(services.env, port))
  const stopping = stopGracefully(server, services.log, { delayMs: services.env.stopDelayMs, begin, end })
  whenRetired(stopping.retire)
  endAfterFaults(services, stopping.afterFault)
  ownership.settled.catch((error: unknown) => {
    const why =
      error instanceof WrongSetting ? `Wrong setting: ${error.message}` : 'could not ask whose the database is'
    services.log.error({ err: error, event: 'whose-database' }, why)
    stopping.afterFault()
  })
}

/**
 * Whether the database is known to be one that this console may serve. `settled` resolves once that is known, or when the console
 * stops first; it rejects with `WrongSetting` when the console may not serve it.
 */
type DatabaseOwnership = { isOurs: () => boolean; settled: Promise<void> }

type OpenConsole = {
  server: Server
  port: number
  ownership: DatabaseOwnership
  /** Makes `/readyz` say from now on that the process is not ready. */
  begin: () => void
  /** Closes everything behind the server, after its last answer. */
  end: () => Promise<void>
}

/** Starts to listen; the caller decides when and how it ends. */
export async function openConsole({ services, build, files, mode }: ServeSettings): Promise<OpenConsole> {
  const { env } = services
  const leads = isLeaderWorker()
  const list = leads ? allJobs() : []
  const tasks = list.map(({ name }) => name)
  // Without a metrics port nothing is counted, and the module that counts is not loaded.
  const metrics = env.metrics && (await (await import('./metrics/scrapes')).openScrapes(services, env.metrics, tasks))
  let isStopping = false
  const ownership = await prepareData(services, () => isStopping)
  const server = createLimitedServer(
    createEdge({
      env,
      log: services.log,
      tracker: services.tracker,
      isReady: async () => ownership.isOurs() && (await services.isReady()),
      isStopping: () => isStopping,
      files,
      isOwnForm: (cookies, token) => isOwnFormToken(env, cookies, token),
      userIdOf: (cookies) => readRecentSessionUserId(env, cookies, services.now().getTime()),
      handle: frameworkHandle(services, build, mode),
      isDevelopment: mode === 'development',
      timings: metrics?.timings,
    }),
    services.log,
  )
  let outbox: ReturnType<typeof startOutbox> | null = null
  let jobs: ReturnType<typeof startJobs> | null = null
  // Made-up data goes to nobody.
  const beginWork = () => {
    if (isStopping) return
    outbox = startOutbox(services)
    jobs = leads ? startJobs(services, list) : null
  }
  void ownership.settled.then(beginWork, () => {})
  listenForSessions(services)
  listenForDrafts(services)
  if (leads) warnOfSettings(services)
  const port = await listen(server, env.port, env.host)
  services.log.info({ event: 'started', port, host: env.host }, 'listening')
  return {
    server,
    port,
    ownership,
    begin: () => {
      isStopping = true
      void jobs?.stop()
    },
    end: async () => {
      isStopping = true
      await Promise.all([outbox?.stop(), jobs?.stop()])
      if (leads && ownership.isOurs()) await anchorAtStop(services)
      await metrics?.close()
      await services.close()
    },
  }
}

function warnOfSettings({ env, log, scanner, anchors }: Services): void {
  if (env.askedWorkers > env.workers)
    log.warn(
      { event: 'workers', count: env.workers },
      'WORKERS needs DATABASE_URL: the embedded database serves one process',
    )
  if (!scanner)
    log.warn({ event: 'no-scanner' }, 'SCANNER_URL is not set: uploaded documents are not scanned for viruses')
  if (!anchors && !env.isDemo)
    log.warn({ event: 'anchors' }, 'ANCHORS is unset: no anchors of the audit log are written')
}

const TABLES_LIMIT_MS = MINUTE_MS
const TABLES_LOOK_MS = 500

/** Demo data needs its tables: where the database is slow to be reached, they come once it is. */
async function untilReady({ isReady, db, log }: Services): Promise<void> {
  const tell = createWaitLogger(log, 'The demo data')
  let isThere = await isReady()
  for (let waitedMs = 0; !isThere && waitedMs < TABLES_LIMIT_MS; waitedMs += TABLES_LOOK_MS) {
    const awaited = await findWaitReason(db).catch(() => null)
    if (awaited) tell(awaited)
    await wait(TABLES_LOOK_MS)
    isThere = await isReady()
  }
  if (isThere) tell(null)
}

export async function prepareData(services: Services, isStopping = () => false): Promise<DatabaseOwnership> {
  const { isProduction, isDemo, databaseUrl } = services.env
  const setting = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  if (isDemo) await untilReady(services)
  if (isProduction) return ownDatabase(services, setting, isStopping)
  const seeded = await isSeeded(services)
  if (!isDemo || seeded) return OURS
  if (await isSomebodys(services.db))
    throw new WrongSetting(
      setting,
      "is somebody's and holds no demo data: set MODE=production to serve it, or name another for the demo",
    )
  await refuseStoreOfOthers(services)
  await seedDemo(services)
  // The jobs do both later: half a million names take minutes, and no start should wait for them.
  await fillSearchKeys(services)
  await fillDueDates(services)
  return OURS
}

const OURS: DatabaseOwnership = { isOurs: () => true, settled: Promise.resolve() }
const OWNERSHIP_LOOK_MS = 1000

/**
 * With the database away or not yet migrated production starts all the same, asks again until it knows whose the database is or
 * stops, and is ready then.
 */
async function ownDatabase(services: Services, setting: string, isStopping: () => boolean): Promise<DatabaseOwnership> {
  let isOurs = false
  const tell = isLeaderWorker() ? createWaitLogger(services.log, 'The console') : () => {}
  const claim = async () => {
    if (await holdsMadeUp(services.db)) throw new WrongSetting(setting, 'holds demo data, which production refuses')
    await claimForProduction(services)
  }
  const askIfPossible = async () => {
    const awaited = await findWaitReason(services.db, claim)
    isOurs = awaited === null
    tell(awaited)
  }
  const askAgain = async () => {
    while (!isOurs) {
      await wait(OWNERSHIP_LOOK_MS, null, { ref: false })
      if (isStopping()) return
      await askIfPossible()
    }
  }
  await askIfPossible()
  const settled = askAgain()
  settled.catch(() => {})
  return { isOurs: () => isOurs, settled }
}

/** A document store that cannot be reached does not stop the start: pages that need it say so. */
async function refuseStoreOfOthers(services: Services): Promise<void> {
  const store = await takeStore(services).catch(() => null)
  if (store?.isOwn === false && store.owner !== null)
    throw new WrongSetting(
      services.env.s3 ? 'S3_BUCKET' : 'DATA_DIR',
      `holds the documents of ${store.owner}: name another for the demo`,
    )
}

/** One handler for each set of routes that an address can match; in development, where routes change, one for all. */
function handlerOf(
  build: ServeSettings['build'],
  mode: ServeSettings['mode'],
): (request: Request) => ReturnType<typeof createRequestHandler> {
  if (typeof build === 'function') {
    const handle = createRequestHandler(build, mode)
    return () => handle
  }
  const routesFor = narrowedRoutes(build.routes)
  const handlers = new Map<ServerBuild['routes'], ReturnType<typeof createRequestHandler>>()
  return ({ url }) => {
    const routes = routesFor(url)
    const handle = handlers.get(routes) ?? createRequestHandler({ ...build, routes }, mode)
    handlers.set(routes, handle)
    return handle
  }
}

function frameworkHandle(services: Services, build: ServeSettings['build'], mode: ServeSettings['mode']): Handle {
  const handlerFor = handlerOf(build, mode)
  return async (request, visit) => {
    const contexts = () => {
      const context = new RouterContextProvider()
      context.set(servicesContext, services)
      context.set(requestInfoContext, visit)
      return context
    }
    const context = contexts()
    const answer = await handlerFor(request)(request, context)
    return withErrorPage(answer, request, context, visit.requestId, (page) => handlerFor(page)(page, contexts()))
  }
}

/**
 * After an uncaught exception the state of the process cannot be trusted: requests under way are finished, then it ends, to be
 * started again. An unhandled rejection is only logged.
 */
function endAfterFaults({ log, tracker }: Pick<Services, 'log' | 'tracker'>, afterFault: () => void): void {
  const note = (event: string) => (error: unknown) => {
    log.error({ err: error, event }, 'uncaught error')
    tracker.report({ error, requestId: event })
  }
  process.on('uncaughtException', (error) => {
    note('uncaught-exception')(error)
    afterFault()
  })
  process.on('unhandledRejection', note('unhandled-rejection'))
}
