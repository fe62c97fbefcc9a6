import { NotesPanel, type ShownNotes } from '../../../ui/notes/notes-panel'

/** What staff note for each other about the applicant; nothing for who may not read it. */
export const ReviewNotes = ({ notes }: { notes: ShownNotes | null }) =>
  notes ? <NotesPanel notes={notes} sendKey="Control+Enter" /> : null
