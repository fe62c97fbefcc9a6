import { randomUUID } from 'node:crypto'
import type { NoteConflict } from '../../../domain/notes/notes.server'
import type { SentBefore } from '../../../domain/sent-form.server'
import type { Rejection } from '../../../http/forms/form-action.server'

/** `sentBefore`: this form was already accepted with other text. `storedText`: another window changed the note to this. */
export type NoteExtra = { sentBefore: { made: null }; storedText: string }

/** The reply for a note that was refused. */
export function noteRefusal(refusal: NoteConflict | SentBefore<null>): Rejection<NoteExtra> {
  switch (refusal.because) {
    case 'late':
      return { alert: 'notes:error.late' }
    case 'stale':
      return { seen: { seen: refusal.seen }, extra: { storedText: refusal.text } }
    case 'sent':
      return { seen: { id: randomUUID() }, extra: { sentBefore: { made: null } } }
    case 'people': {
      const values = { names: refusal.names.join(' · ') }
      return { status: 422, fieldErrors: { text: { key: 'notes:error.people', values } } }
    }
  }
}
