import type { DecisionConflict } from '../../../domain/verifications/decision'
import { relativeMoment } from '../../../i18n/moment'
import type { Reader } from '../reader'

/** What the other reviewer did, in the reader's words and time. */
export function conflictView({ latest, ...now }: DecisionConflict, { now: readAt, language, timeZone }: Reader) {
  return {
    because: now.because,
    status: now.status,
    version: now.version,
    rejectedFiles: now.rejectedDocuments.map(({ fileName }) => fileName),
    latest: latest && { ...latest, at: relativeMoment(latest.at, readAt, language, timeZone) },
  }
}

export type ConflictView = ReturnType<typeof conflictView>
