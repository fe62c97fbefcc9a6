import { deleteDraftsBefore, deleteSentFormsBefore } from '../db/drafts'
import { deleteHitsBefore } from '../db/limits'
import { deleteFinishedMessages } from '../db/messages/messages'
import { deleteRecoveryBefore } from '../db/users/recovery'
import { deleteSpentChallengesBefore } from '../db/sign-in/passkeys'
import { deleteSessionsBefore } from '../db/sessions'
import { deleteCodesBefore } from '../db/sign-in/sign-in'
import { deleteDevicesBefore } from '../db/sign-in/trusted-devices'
import { deleteUndoableBefore } from '../db/verifications/undoable-decisions'
import { deletePresenceBefore } from '../db/verifications/verification-claims'
import type { Services } from '../services.server'
import { DRAFT_KEPT_MS, TAKEN_KEPT_MS } from './drafts/draft'
import { fillSearchKeys } from './names/fill-keys.server'
import { SENT_FORM_KEPT_MS } from './sent-form.server'
import { CODE_MESSAGE } from './messages/code-message.server'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long each class is kept (decisions, Keeping and erasing); counters for as long as the longest limit counts. */
export const KEPT_MS = {
  codes: DAY_MS,
  limits: DAY_MS,
  sessions: 180 * DAY_MS,
  devices: 180 * DAY_MS,
  messages: 30 * DAY_MS,
  recovery: 180 * DAY_MS,
  presence: HOUR_MS,
  drafts: DRAFT_KEPT_MS,
  takenForms: TAKEN_KEPT_MS,
  sentForms: SENT_FORM_KEPT_MS,
} as const

/**
 * Deletes what is past its period: codes, who got them, counters and forms that were sent after a day, finished messages and drafts after thirty,
 * sessions, unused trusted browsers and recovery requests after a hundred and eighty. Fills in missing search keys. What
 * fails does not keep the rest from its turn.
 */
export async function tidyUp(services: Pick<Services, 'db' | 'now'>): Promise<void> {
  const { db, now } = services
  const before = (keptMs: number) => new Date(now().getTime() - keptMs)
  const steps = [
    () => fillSearchKeys(services),
    () => deleteCodesBefore(db, before(KEPT_MS.codes)),
    () => deleteSpentChallengesBefore(db, before(KEPT_MS.codes)),
    () => deleteHitsBefore(db, before(KEPT_MS.limits)),
    () => deleteDraftsBefore(db, before(KEPT_MS.drafts), before(KEPT_MS.takenForms)),
    () => deleteSentFormsBefore(db, before(KEPT_MS.sentForms)),
    () => deleteSessionsBefore(db, before(KEPT_MS.sessions)),
    () => deleteDevicesBefore(db, before(KEPT_MS.devices)),
    () => deleteFinishedMessages(db, before(KEPT_MS.codes), CODE_MESSAGE),
    () => deleteFinishedMessages(db, before(KEPT_MS.messages)),
    () => deletePresenceBefore(db, before(KEPT_MS.presence)),
    () => deleteUndoableBefore(db, before(KEPT_MS.presence)),
    () => deleteRecoveryBefore(db, before(KEPT_MS.recovery)),
  ]
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, 'not everything could be tidied up', { cause: failures[0] })
}
