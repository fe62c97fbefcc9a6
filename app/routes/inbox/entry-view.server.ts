import { href } from 'react-router'
import type { InboxEntry } from '../../domain/inbox/inbox.server'
import { verificationPath } from '../../domain/verifications/queue/verification-list'
import { relativeMoment } from '../../i18n/moment'
import type { Reader } from '../../i18n/reader'
import type { InboxKind, VerificationType } from '../../vocabulary'

/** Returns an inbox entry in words, for one reader. */
export const entryView = (row: InboxEntry, { language, timeZone, now }: Reader) => ({
  id: row.id,
  kind: row.kind,
  actorName: row.actorName,
  organizationName: row.organizationName,
  verificationType: row.verificationType,
  inviteCode: row.inviteCode && String(row.inviteCode),
  noteText: row.noteText,
  isRead: row.readAt !== null,
  at: relativeMoment(row.at, now, language, timeZone),
})
export type EntryView = ReturnType<typeof entryView>

type EntryTarget = {
  kind: InboxKind
  actorId: string | null
  noteId: string | null
  organizationId: string | null
  verificationId: string | null
  verificationType: VerificationType | null
  inviteId: string | null
}

/**
 * The page that an entry is about: a note, application, organization, code, user, or a proposal on a user's data or number; null
 * when it no longer exists.
 */
export function entryPath(entry: EntryTarget): string | null {
  const { kind, actorId, noteId, organizationId, verificationId, verificationType, inviteId } = entry
  if ((kind === 'invited_signed_in' || kind === 'superadmin_made') && actorId)
    return href('/users/:id', { id: actorId })
  if (kind === 'export_proposed' && actorId) return href('/users/:id/export', { id: actorId })
  if (kind === 'erase_proposed' && actorId) return href('/users/:id/erase', { id: actorId })
  if (kind === 'number_proposed') return `${href('/users/recovery')}?state=proposed`
  if (inviteId) return href('/invites/:id', { id: inviteId })
  const hash = noteId ? `#note-${noteId}` : ''
  if (verificationId && verificationType) return verificationPath({ id: verificationId, type: verificationType }) + hash
  return organizationId
    ? `${href('/organizations/:id', { id: organizationId })}${noteId ? '?tab=notes' : ''}${hash}`
    : null
}
