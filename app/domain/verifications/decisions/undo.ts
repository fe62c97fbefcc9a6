import type { VerificationAction } from '../verification-actions'

/** What may be taken back. */
const UNDOABLE = ['approve', 'reject', 'request-info'] as const satisfies VerificationAction[]
export type UndoableAction = (typeof UNDOABLE)[number]

export const isUndoable = (action: string): action is UndoableAction => UNDOABLE.some((one) => one === action)

/**
 * Why a decision cannot be taken back: `undone` the same person has done so, `late` its time is over, `acted` somebody has acted
 * since, `organization` another decision or a colleague has changed the organization since, `sent` its message is on the way.
 */
export type UndoConflict = { because: 'undone' | 'late' | 'acted' | 'organization' | 'sent' }
