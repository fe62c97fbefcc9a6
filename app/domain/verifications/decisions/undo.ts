/**
 * Why a decision cannot be taken back: `undone` the same person has done so, `late` its time is over, `acted` somebody has acted
 * since, `organization` another decision or a colleague has changed the organization since, `sent` its message is on the way.
 */
export type UndoConflict = { because: 'undone' | 'late' | 'acted' | 'organization' | 'sent' }
