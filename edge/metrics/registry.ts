import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { LIMITS, type Limit } from '../../app/domain/limits/limit'
import type { CodeOutcome, MessageOutcome, Observation } from '../../app/gateways/ports'
import type { Services } from '../../app/services.server'
import { CODE_PURPOSES, MESSAGE_CHANNELS } from '../../app/vocabulary'

/** From a countdown to a day. */
const WAITS_S = [60, 300, 900, 3600, 4 * 3600, 12 * 3600, 24 * 3600]
const CODE_OUTCOMES: CodeOutcome[] = ['queued', 'countdown', 'limit', 'invite', 'budget', 'wrong']
const MESSAGE_OUTCOMES: MessageOutcome[] = ['sent', 'postponed', 'given-up', 'returned']
const ANSWERS_S = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

let ofProcess: Registry | null = null

/** What watches the process itself begins once: it has no end. */
function processFigures(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) })
  return ofProcess
}

/** Figures of this process, each with the place of the process among those that share the port. */
export function openRegistry(worker: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ worker })
  for (const { name } of processFigures().getMetricsAsArray()) {
    const figure = processFigures().getSingleMetric(name)
    if (figure) registry.registerMetric(figure)
  }
  return registry
}

/** What becomes of requests. */
export const requestFigures = (registry: Registry) => ({
  inFlight: new Gauge({
    name: 'gatehouse_http_requests_in_flight',
    help: 'Requests that are being answered now',
    registers: [registry],
  }),
  answered: new Histogram({
    name: 'gatehouse_http_request_duration_seconds',
    help: 'From the arrival of a request until its answer was sent or cut off',
    labelNames: ['method', 'route', 'status'],
    buckets: ANSWERS_S,
    registers: [registry],
  }),
  failedMutations: new Counter({
    name: 'gatehouse_failed_mutations_total',
    help: 'Posted forms that were refused or failed',
    labelNames: ['route', 'status'],
    registers: [registry],
  }),
})

/** Counts what the domain tells of; `tasks` are the jobs of this process. */
export function countObservations(
  registry: Registry,
  { meter }: Pick<Services, 'meter'>,
  tasks: readonly string[],
): void {
  const registers = [registry]
  const waits = new Histogram({
    name: 'gatehouse_limit_wait_seconds',
    help: 'How long who met a limit was asked to wait',
    labelNames: ['limit'],
    buckets: WAITS_S,
    registers,
  })
  const codes = new Counter({
    name: 'gatehouse_codes_total',
    help: 'One-time codes by what became of them',
    labelNames: ['purpose', 'outcome'],
    registers,
  })
  const messages = new Counter({
    name: 'gatehouse_message_attempts_total',
    help: 'Attempts to hand a message to its provider',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  // `job` is Prometheus' own label of whom it asks.
  const runs = new Counter({
    name: 'gatehouse_job_runs_total',
    help: 'Runs of background jobs',
    labelNames: ['task', 'outcome'],
    registers,
  })
  const ended = new Gauge({
    name: 'gatehouse_job_last_end_timestamp_seconds',
    help: 'When a background job last ended, by how it ended; before it first ended well, when the process began',
    labelNames: ['task', 'outcome'],
    registers,
  })
  const took = new Gauge({
    name: 'gatehouse_job_last_duration_seconds',
    help: 'How long the last run of a background job took',
    labelNames: ['task'],
    registers,
  })
  // A figure that begins with its first time would hide that time from whoever asks how much was added.
  const limits: Limit[] = Object.values(LIMITS)
  for (const limit of ['countdown', ...limits.filter(({ isPace }) => !isPace).map(({ name }) => name)])
    waits.zero({ limit })
  for (const purpose of CODE_PURPOSES) for (const outcome of CODE_OUTCOMES) codes.inc({ purpose, outcome }, 0)
  for (const channel of MESSAGE_CHANNELS) for (const outcome of MESSAGE_OUTCOMES) messages.inc({ channel, outcome }, 0)
  // Without it nothing would tell of a job that fails or hangs from the start.
  for (const task of tasks) ended.setToCurrentTime({ task, outcome: 'done' })
  const count = (observed: Observation): void => {
    switch (observed.of) {
      case 'limit':
        return waits.observe({ limit: observed.limit }, observed.waitMs / 1000)
      case 'code':
        return codes.inc({ purpose: observed.purpose, outcome: observed.outcome })
      case 'message':
        return messages.inc({ channel: observed.channel, outcome: observed.outcome })
      case 'job': {
        const labels = { task: observed.name, outcome: observed.isDone ? 'done' : 'failed' }
        runs.inc(labels)
        ended.setToCurrentTime(labels)
        took.set({ task: observed.name }, observed.ms / 1000)
      }
    }
  }
  meter.on(count)
}
