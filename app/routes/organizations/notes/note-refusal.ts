import type { NoteRefusal } from '../../../domain/notes/notes.server'
import type { Rejection } from '../../../http/forms/form-action.server'

/** What is said beside the text of a note that was not taken. */
export const noteRefusal = (refusal: NoteRefusal): Rejection =>
  refusal.because === 'late'
    ? { alert: 'notes:error.late' }
    : {
        status: 422,
        fieldErrors: { text: { key: 'notes:error.people', values: { names: refusal.names.join(' · ') } } },
      }
