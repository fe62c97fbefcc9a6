import type { Logger } from 'pino'
import { openDatabase } from './db/engine/open.server'
import type { Database, PoolUse } from './db/engine/database'
import type { ReadInOrder } from './db/engine/in-order'
import type { Env } from './env.server'
import { shareDnsLookups, waitForEachAddress } from './gateways/addresses.server'
import { openClamd } from './gateways/clamd.server'
import { openAnchors } from './gateways/anchors.server'
import { openClock } from './gateways/clock.server'
import { openDocuments } from './gateways/documents/documents.server'
import { openBackgroundWork } from './gateways/background-work.server'
import { openLog } from './gateways/log.server'
import { openMeter } from './gateways/meter.server'
import { openMessageGateways } from './gateways/messages/messages.server'
import type {
  AnchorStore,
  DocumentStore,
  RunInBackground,
  MessageGateways,
  Meter,
  PdfPages,
  Scanner,
  Siblings,
  Tracker,
} from './gateways/ports'
import { openPdfPages } from './gateways/pdf-pages.server'
import { openSiblings } from './gateways/siblings.server'
import { openTracker } from './gateways/tracker.server'

/** Everything that a command or query needs from outside. */
export type Services = {
  env: Env
  db: Database
  /** Reads all rows of a list, for an export. */
  readInOrder: ReadInOrder
  messages: MessageGateways
  documents: DocumentStore
  pages: PdfPages
  /** Null when none is set. */
  scanner: Scanner | null
  /** Null when anchors of the audit log are not written. */
  anchors: AnchorStore | null
  tracker: Tracker
  siblings: Siblings
  meter: Meter
  runInBackground: RunInBackground
  log: Logger
  /** The product's clock. The database's own is read only to detect a wrong clock, and to refuse erasing while it is wrong. */
  now: () => Date
  /** True when the database answers and its migrations are in order. */
  isReady: () => Promise<boolean>
  /** How the database connections are in use now. */
  poolUse: () => PoolUse[]
  close: () => Promise<void>
}

/** The composition root: the only place that connects environment, storage and gateways. */
export async function openServices(env: Env): Promise<Services> {
  waitForEachAddress()
  shareDnsLookups()
  const log = openLog(env)
  const database = await openDatabase(env, log)
  const pages = openPdfPages()
  const tracker = await openTracker(env, log)
  const { runInBackground, finish } = openBackgroundWork(log)
  return {
    env,
    db: database.db,
    readInOrder: database.readInOrder,
    messages: await openMessageGateways(env),
    documents: openDocuments(env),
    pages,
    scanner: env.scanner && openClamd(env.scanner),
    anchors: openAnchors(env),
    tracker,
    siblings: openSiblings(),
    meter: openMeter(),
    runInBackground,
    log,
    now: openClock(env),
    isReady: database.isReady,
    poolUse: database.poolUse,
    close: async () => {
      await finish()
      await tracker.flush(2000)
      await pages.close()
      await database.close()
    },
  }
}
