import type { CodeChannel } from './vocabulary'

/**
 * Hidden fields of a written form: that its text is to be kept, which drawing of it this is (empty where no script runs), and
 * for whom it was drawn, since another account may be signed in in the browser by now; where a script keeps it, which save this would
 * be. `chosen` is a button's: the language or look
 * that the form is drawn again in, with what was typed.
 */
export const FORM_FIELDS = {
  keep: 'keep',
  drawing: 'drawing',
  writer: 'writer',
  token: 'formToken',
  save: 'saveNumber',
  chosen: 'chosen',
} as const

/** Conform puts words in, and changes rows, by a button of this name that sends the form to nobody. */
export const CONFORM_INTENT = '__intent__'

/** The cookie and the parameter that name a save: the next page waits for one that was sent while its page was left. */
export const LEFT_SAVE = 'left'

/** What a kept text begins with where its save was numbered: the number, as of a field. */
export const SAVE_NUMBER = '_save'

/** Names a kept text, and the time of day when it was kept last. */
type KeptText = { text: string; at: string }

/** A draft as the reply that its form is drawn again with; `others` were typed in other windows. */
export type RestoredDraft<Reply> = KeptText & { refusal: Reply; others: KeptText[] }

/** Names of the fields by which a page that asks for fresh proof posts; everything else in its form is kept as typed. */
export const PROOF_FIELDS = { action: 'proof', code: 'proofCode', passkey: 'proofPasskey' } as const

/** What such a page is drawn from. Its sentences are already translated. */
export type ProofAsk = {
  /** What was posted, to be posted again. */
  fields: [name: string, value: string][]
  /** The number that gets the code, masked. */
  phone: string
  channels: readonly CodeChannel[]
  /** Whether a code is on its way that can be entered. */
  isSent: boolean
  /** Until another one may be sent. */
  resendInS: number
  hasPasskey: boolean
  /** Whether a code serves; not where a passkey is required. */
  takesCode: boolean
  isDemo: boolean
  error: string | null
  help: string | null
  notice: string | null
  /** A message says the notice too; it is heard once. */
  isNoticeInToast: boolean
}
