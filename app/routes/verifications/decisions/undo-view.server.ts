import type { Actor } from '../../../domain/access'
import { findOwnUndoable } from '../../../domain/verifications/decisions/undo.server'
import { actionPath, reviewAddressOf } from '../../../domain/verifications/queue/verification-list'
import { formatClock } from '../../../i18n/format'
import type { Reader } from '../../../i18n/reader'

/** Returns the decision that this person can still undo, as one line; null when there is none. */
export async function undoView(
  services: Parameters<typeof findOwnUndoable>[0],
  actor: Pick<Actor, 'id' | 'role'>,
  { language, timeZone, now }: Reader,
  verificationId: string | null = null,
) {
  const found = await findOwnUndoable(services, actor, verificationId)
  return (
    found && {
      path: actionPath(reviewAddressOf(found), 'undo'),
      version: found.version,
      action: found.action,
      organization: found.organizationName,
      leavesAt: formatClock(found.until, language, timeZone),
      leftMs: found.until.getTime() - now.getTime(),
    }
  )
}

export type UndoView = NonNullable<Awaited<ReturnType<typeof undoView>>>
