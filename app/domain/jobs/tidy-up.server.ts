import { deleteKeysOfErased } from '../../db/audit/person-keys'
import { deleteDraftsBefore, deleteSentFormsBefore } from '../../db/drafts'
import { readDatabaseClock } from '../../db/engine/sql'
import { wasStopped } from '../../db/engine/stoppable'
import { deleteHitsBefore } from '../../db/limits'
import { deleteFinishedMessages, wipeSentTexts } from '../../db/messages/messages'
import { deleteDataRequestsBefore } from '../../db/users/data-requests'
import { deleteRecoveryBefore } from '../../db/users/recovery'
import { deleteSpentChallengesBefore } from '../../db/sign-in/passkeys'
import { deleteSessionsBefore } from '../../db/sessions'
import { deleteCodesBefore } from '../../db/sign-in/sign-in'
import { deleteDevicesBefore } from '../../db/sign-in/trusted-devices'
import { deleteUndoableBefore } from '../../db/verifications/undoable-decisions'
import { deletePresenceBefore } from '../../db/verifications/verification-claims'
import type { Services } from '../../services.server'
import { ClockAhead } from './clock-ahead'
import { removeOldAudit } from '../audit/remove-old.server'
import { eraseRejectedDocuments } from '../documents/erase-rejected.server'
import { eraseUnsentDocuments } from '../documents/erase-unsent.server'
import { TAKEN_KEPT_MS } from '../drafts/draft'
import { forgetRecipients } from '../invites/forget-recipients.server'
import { readPeriods } from '../keeping/keeping.server'
import { DEFAULT_PERIODS, type KeptClass, type SettableClass } from '../keeping/periods'
import { fillSearchKeys } from '../names/fill-keys.server'
import { CODE_MESSAGE } from '../messages/code-message.server'
import { erasePeopleWhoLeft } from '../users/personal-data/erase-person.server'
import { DAY_MS } from '../../durations'
import { deleteInboxBefore } from '../../db/inbox'

type Needs = Pick<Services, 'db' | 'documents' | 'env' | 'log' | 'now'>
type Step = (services: Needs, before: Date) => Promise<unknown>

/** Classes with a fixed period, which are erased even when the settings cannot be read. */
const FIXED: Record<Exclude<KeptClass, SettableClass>, readonly Step[]> = {
  codes: [
    ({ db }, before) => deleteCodesBefore(db, before),
    ({ db }, before) => deleteSpentChallengesBefore(db, before),
    ({ db }, before) => deleteFinishedMessages(db, before, CODE_MESSAGE),
    ({ db }, before) => wipeSentTexts(db, before),
  ],
  limits: [({ db }, before) => deleteHitsBefore(db, before)],
  presence: [
    ({ db }, before) => deletePresenceBefore(db, before),
    ({ db }, before) => deleteUndoableBefore(db, before),
  ],
  drafts: [({ db, now }, before) => deleteDraftsBefore(db, before, new Date(now().getTime() - TAKEN_KEPT_MS))],
  sentForms: [({ db }, before) => deleteSentFormsBefore(db, before)],
  dataRequests: [({ db }, before) => deleteDataRequestsBefore(db, before)],
  inbox: [({ db }, before) => deleteInboxBefore(db, before)],
}

const SETTABLE: Record<SettableClass, readonly Step[]> = {
  sessions: [({ db }, before) => deleteSessionsBefore(db, before)],
  devices: [({ db }, before) => deleteDevicesBefore(db, before)],
  messages: [({ db }, before) => deleteFinishedMessages(db, before)],
  recovery: [({ db }, before) => deleteRecoveryBefore(db, before)],
  recipients: [forgetRecipients],
  rejectedDocuments: [eraseRejectedDocuments],
  unsentDocuments: [eraseUnsentDocuments],
  people: [erasePeopleWhoLeft],
  audit: [removeOldAudit],
}

const AHEAD_LIMIT_MS = DAY_MS

/** Production only: in demo mode the clock is moved on purpose. */
async function refuseClockAhead({ db, env, now }: Needs): Promise<void> {
  if (!env.isProduction) return
  const database = await readDatabaseClock(db)
  if (now().getTime() - database.getTime() <= AHEAD_LIMIT_MS) return
  throw new ClockAhead()
}

/** Erases what is past its period (keeping/periods.ts) and fills in missing search keys. A failed step is logged and does not stop the others. */
export async function tidyUp(services: Needs): Promise<void> {
  const failures: unknown[] = []
  const attempt = async <Result>(type: string, work: () => Promise<Result>) => {
    try {
      return await work()
    } catch (error) {
      failures.push(error)
      if (!wasStopped(error)) services.log.error({ err: error, event: 'tidy-up.failed', type }, 'not tidied up')
      return undefined
    }
  }
  const erase = async (
    steps: Partial<Record<KeptClass, readonly Step[]>>,
    periods: Readonly<Record<KeptClass, number>>,
  ) => {
    for (const [kept, list] of Object.entries(steps) as [KeptClass, readonly Step[]][]) {
      const before = new Date(services.now().getTime() - periods[kept] * DAY_MS)
      for (const step of list) await attempt(kept, () => step(services, before))
    }
  }
  // Search keys erase nothing and do not depend on the clock.
  await attempt('search-keys', () => fillSearchKeys(services))
  await refuseClockAhead(services)
  await attempt('person-keys', () => deleteKeysOfErased(services.db))
  await erase(FIXED, DEFAULT_PERIODS)
  const periods = await attempt('periods', () => readPeriods(services.db))
  if (periods) await erase(SETTABLE, periods)
  if (failures.length > 0)
    throw new AggregateError(failures, 'not everything could be tidied up', { cause: failures[0] })
}
