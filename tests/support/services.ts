import fs from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { inject } from 'vitest'
import { readEnv, type Env } from '../../app/env.server'
import type { MessageGateways, OutgoingMessage, Tracker } from '../../app/gateways/ports'
import { openMeter } from '../../app/gateways/meter.server'
import { openPdfPages } from '../../app/gateways/pdf-pages.server'
import type { Services } from '../../app/services.server'
import { openTestDatabase, readingInOrder } from './database'
import { memoryStore } from './memory-store'

/** A clock that stands still until it is moved. */
type TestClock = { now: () => Date; advance: (ms: number) => void; set: (at: Date | string) => void }

export type TestServices = Services & {
  clock: TestClock
  /** What the gateways delivered, oldest first. */
  delivered: OutgoingMessage[]
  /** What was reported to the tracker. */
  reported: Parameters<Tracker['report']>[0][]
  /** The files of the document store. */
  files: Map<string, Uint8Array>
}

export const TEST_START = '2026-03-02T09:00:00.000Z'

function testClock(start: Date | string = TEST_START): TestClock {
  let nowMs = new Date(start).getTime()
  return {
    now: () => new Date(nowMs),
    advance: (ms) => void (nowMs += ms),
    set: (at) => void (nowMs = new Date(at).getTime()),
  }
}

/** Settings of demo mode in a data folder of its own; pass variables as the environment would have them. */
export function testEnv(variables: Record<string, string> = {}): Env {
  const dataDir = variables.DATA_DIR ?? fs.mkdtempSync(path.join(inject('scratch'), 'data-'))
  return readEnv({
    MODE: 'demo',
    SESSION_SECRET: 'a secret of the tests that is long enough to seal with',
    LOG_LEVEL: 'silent',
    ...variables,
    DATA_DIR: dataDir,
  })
}

/** Starts its thread with the first document that is rendered. */
const pages = openPdfPages(60_000)

/** All services on the worker's database, with gateways that only collect; override any of them. */
export async function testServices(overrides: Partial<Services> = {}): Promise<TestServices> {
  const clock = testClock()
  const delivered: OutgoingMessage[] = []
  const reported: TestServices['reported'] = []
  const files = new Map<string, Uint8Array>()
  const collect = { deliver: async (message: OutgoingMessage) => void delivered.push(message) }
  const messages: MessageGateways = { sms: collect, whatsapp: collect, email: collect }
  const env = overrides.env ?? testEnv()
  return {
    env,
    db: overrides.db ?? (await openTestDatabase()),
    readInOrder: readingInOrder(await openTestDatabase()),
    messages,
    documents: memoryStore(files, env.dataDir),
    pages,
    scanner: null,
    anchors: null,
    siblings: { tell: () => {}, on: () => {} },
    meter: openMeter(),
    runInBackground: (work) => work(),
    tracker: { report: (failure) => void reported.push(failure), flush: async () => {} },
    log: pino({ level: 'silent' }),
    now: clock.now,
    isReady: async () => true,
    poolUse: () => [],
    close: async () => {},
    ...overrides,
    clock,
    delivered,
    reported,
    files,
  }
}
