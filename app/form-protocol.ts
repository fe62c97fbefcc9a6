import type { CodeChannel } from './vocabulary'

/**
 * Hidden fields of a written form: `keep`, its text is to be kept; `drawing`, which drawing of the form this is (empty without
 * script); `writer`, for whom it was drawn, since another account may have signed in meanwhile; `save`, the number of this save,
 * where a script saves it. `chosen` belongs to a button: the language or look in which to draw the form again, with what was typed.
 */
export const FORM_FIELDS = {
  keep: 'keep',
  drawing: 'drawing',
  writer: 'writer',
  token: 'formToken',
  save: 'saveNumber',
  chosen: 'chosen',
} as const

/** Conform fills in text and changes rows with a button of this name, which does not send the form. */
export const CONFORM_INTENT = '__intent__'

/** The cookie and the parameter that name a save sent while its page was left; the next page waits for that save. */
export const UNLOAD_SAVE = 'left'

/** The first field of a kept text whose save was numbered: its number. */
export const SAVE_NUMBER = '_save'

/** A kept text's name, and the time when it was last saved. */
type KeptDraft = { text: string; at: string }

/** A draft as the reply that its form is drawn again with; `others` are drafts typed in other windows. */
export type RestoredDraft<Reply> = KeptDraft & { refusal: Reply; others: KeptDraft[] }

/** The fields that a page asking for fresh proof posts; everything else in its form is kept as typed. */
export const PROOF_FIELDS = { action: 'proof', code: 'proofCode', passkey: 'proofPasskey' } as const

/** What a page asking for fresh proof is drawn from. Its sentences are already translated. */
export type ProofRequest = {
  /** The posted fields, to be posted again. */
  fields: [name: string, value: string][]
  /** The number that gets the code, masked. */
  phone: string
  channels: readonly CodeChannel[]
  /** Whether a code was sent that can still be entered. */
  isSent: boolean
  /** Seconds until another code may be sent. */
  resendInS: number
  hasPasskey: boolean
  /** Whether a code is accepted; false when a passkey is required. */
  takesCode: boolean
  isDemo: boolean
  error: string | null
  help: string | null
  notice: string | null
  /** A toast says the notice too, so the notice is not announced again. */
  isNoticeInToast: boolean
}
