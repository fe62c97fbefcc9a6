import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../../services.server'
import { anchorWhenDue } from '../audit/anchors.server'
import { foldCounts } from '../../db/counts'
import { stoppable, wasStopped } from '../../db/engine/stoppable'
import { watchClock } from './clock-watch.server'
import { scanWithPauses } from '../documents/scan.server'
import { sweepNightly } from '../documents/sweep.server'
import { lendOutbox } from '../messages/outbox.server'
import { tidyUp } from './tidy-up.server'
import { notifyStaffOfRecovery } from '../users/recovery/notify-of-recovery.server'
import { completeNumberChanges } from '../users/numbers/number-changes.server'
import { vacuumNightly } from './vacuum.server'
import { fillDueDates } from '../verifications/due-dates/due-dates.server'
import { giveDefaultTemplates } from '../verifications/templates/templates.server'
import { sendMorningDigests } from '../verifications/notifications/morning-digest.server'
import { notifyStaffOfOverdue } from '../verifications/notifications/notify-reviewers.server'
import { endVoidVotes } from '../verifications/second-person/void-votes.server'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../durations'

/** A job that failed is tried again after this, or earlier when it is due. */
const AGAIN_MS = MINUTE_MS
/** Jobs start one after the other, while the first pages are requested. */
const APART_MS = 100
/** How long running jobs may finish by themselves at shutdown; after that they cannot use the database for another step. */
const ENDS_MS = SECOND_MS
/** How long shutdown then waits for a job's current step; longer than any statement may take. */
const STEP_MS = 8 * SECOND_MS

/** Background work. Safe to run in many processes at once. */
export type Job = { name: string; everyMs: number; run: (services: Services) => Promise<unknown> }

/** All recurring work; messages have their own worker. */
export const jobs = (): Job[] => [
  { name: 'default-templates', everyMs: DAY_MS, run: giveDefaultTemplates },
  { name: 'tidy-up', everyMs: HOUR_MS, run: tidyUp },
  { name: 'due-dates', everyMs: 15 * MINUTE_MS, run: fillDueDates },
  { name: 'overdue', everyMs: MINUTE_MS, run: notifyStaffOfOverdue },
  { name: 'void-votes', everyMs: MINUTE_MS, run: endVoidVotes },
  { name: 'digest', everyMs: 5 * MINUTE_MS, run: sendMorningDigests },
  { name: 'recovery-news', everyMs: MINUTE_MS, run: notifyStaffOfRecovery },
  { name: 'number-changes', everyMs: MINUTE_MS, run: completeNumberChanges },
  { name: 'anchors', everyMs: MINUTE_MS, run: anchorWhenDue },
  { name: 'scan', everyMs: 2 * SECOND_MS, run: scanWithPauses() },
  { name: 'document-sweep', everyMs: 15 * MINUTE_MS, run: sweepNightly },
  { name: 'vacuum', everyMs: 15 * MINUTE_MS, run: vacuumNightly },
  { name: 'counts', everyMs: 10 * SECOND_MS, run: ({ db }) => foldCounts(db) },
  { name: 'clock', everyMs: 30 * SECOND_MS, run: watchClock() },
]

/**
 * Runs each job shortly after the start and then whenever it is due. Jobs are independent: a failure is logged with the job's name and the
 * others go on. `stop` waits for running jobs, but only until their current step is done.
 */
export function startJobs(services: Services, list: readonly Job[] = jobs(), againMs = AGAIN_MS) {
  const { db, stop: stopDatabase } = stoppable(services.db)
  lendOutbox(services.db, db)
  const underWay = new Map<Promise<void>, Job>()
  const timers = new Map<Job, NodeJS.Timeout>()
  let isStopped = false

  const begin = (job: Job) => {
    const startedMs = performance.now()
    const note = (isDone: boolean) =>
      services.meter.note({ of: 'job', name: job.name, ms: performance.now() - startedMs, isDone })
    const attempt = job
      .run({ ...services, db })
      .then(
        () => {
          note(true)
          return job.everyMs
        },
        (error: unknown) => {
          if (wasStopped(error)) return job.everyMs
          note(false)
          services.log.error({ err: error, event: 'job.failed', type: job.name }, 'job failed')
          return Math.min(againMs, job.everyMs)
        },
      )
      .then((pauseMs) => {
        underWay.delete(attempt)
        if (!isStopped) beginIn(job, pauseMs)
      })
    underWay.set(attempt, job)
  }
  const beginIn = (job: Job, pauseMs: number) =>
    timers.set(
      job,
      setTimeout(() => begin(job), pauseMs),
    )
  for (const [place, job] of list.entries()) beginIn(job, place * APART_MS)
  const ended = () => Promise.all(underWay.keys())
  const stop = async () => {
    isStopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await waitAtMost(ENDS_MS, ended())
    stopDatabase()
    await waitAtMost(STEP_MS, ended())
    for (const { name } of underWay.values())
      services.log.error({ event: 'job.left', type: name }, 'a job under way was not waited for')
  }
  let stopping: Promise<void> | null = null
  return { stop: () => (stopping ??= stop()) }
}

/** Waits for `ended`, at most `ms`; the timer keeps the process alive until then. */
async function waitAtMost(ms: number, ended: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([ended, wait(ms, null, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}
