import { DAY_MS, MINUTE_MS } from '../../durations'
import { CONFORM_INTENT, FORM_FIELDS, PROOF_FIELDS, SAVE_NUMBER } from '../../form-protocol'

/** What was typed into a form, in its order; a list repeats its name. */
type DraftFields = [name: string, value: string][]

const DRAFT_MAX_BYTES = 160 * 1024
/** Drafts of one person, over all forms. */
export const DRAFTS_MAX = 40
export const DRAFT_KEPT_MS = 30 * DAY_MS
/** How long after its last use an expired session's cookie may still save a draft; later, somebody may have found the device. */
export const LAPSED_KEPT_MS = 7 * DAY_MS
/** How long it is remembered that a draft was taken or saved again, so that an older save that arrives late is refused. */
export const TAKEN_KEPT_MS = 10 * MINUTE_MS

const FORM_MAX_LENGTH = 300
/** Fields that nobody types: hidden ones and buttons. */
const NOT_TYPED: readonly string[] = [
  ...Object.values(FORM_FIELDS),
  'version',
  'seen',
  'primary',
  'intent',
  CONFORM_INTENT,
  'openNext',
  'id',
  'verificationId',
]
const NOT_KEPT: readonly string[] = [
  ...Object.values(FORM_FIELDS),
  'intent',
  CONFORM_INTENT,
  'openNext',
  ...Object.values(PROOF_FIELDS),
  SAVE_NUMBER,
]

/** The key of a form: its path without the suffix that the framework adds for its own requests; null when it cannot be one. */
export function formKey(path: string): string | null {
  const [bare = ''] = path.split(/[?#]/)
  const key = bare
    .replace(/\/_(root)?\.data$/, '')
    .replace(/\.data$/, '')
    .replace(/\/+$/, '')
  return /^(\/[A-Za-z0-9_-]+)+$/.test(key) && key.length <= FORM_MAX_LENGTH ? key : null
}

/** The drawing of the form that was posted; empty when it is missing or invalid. */
export function drawingOf(form: FormData): string {
  const drawing = form.get(FORM_FIELDS.drawing)
  return typeof drawing === 'string' && /^[\w-]{16,64}$/.test(drawing) ? drawing : ''
}

/** The number at the end of a save's name, which the browser gave it: later saves of a drawing have higher numbers. Null where there is none. */
export function saveNumber(name: string | null): number | null {
  const [, number] = /-(\d{13})$/.exec(name ?? '') ?? []
  return number === undefined ? null : Number(number)
}

/** The number that a form was submitted with; earlier saves of it have lower numbers. Null without script. */
export function sentNumber(form: FormData): number | null {
  const number = form.get(FORM_FIELDS.save)
  return typeof number === 'string' && /^\d{13}$/.test(number) ? Number(number) : null
}

/** A draft as it was at one moment: what a form was drawn with. */
export type DraftMoment = { drawing: string; updatedAt: Date }

export const momentToken = ({ drawing, updatedAt }: DraftMoment): string => `${drawing}@${updatedAt.getTime()}`

/** The draft that a token names; null when the token is invalid. */
export function readMoment(token: unknown): DraftMoment | null {
  const [, drawing, updatedAtMs] = /^([\w-]{0,64})@(\d{1,13})$/.exec(String(token)) ?? []
  return drawing === undefined ? null : { drawing, updatedAt: new Date(Number(updatedAtMs)) }
}

/** PostgreSQL does not store NUL. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** The fields of a form worth keeping; null when nothing was typed, 'too-long' when they exceed `DRAFT_MAX_BYTES`. */
export function draftFields(form: FormData): DraftFields | 'too-long' | null {
  const fields = [...form].flatMap(([name, value]): DraftFields =>
    typeof value === 'string' && !NOT_KEPT.includes(name) ? [[withoutNul(name), withoutNul(value)]] : [],
  )
  const isTyped = fields.some(([name, value]) => !NOT_TYPED.includes(name) && value.trim() !== '')
  if (!isTyped) return null
  return new TextEncoder().encode(JSON.stringify(fields)).length <= DRAFT_MAX_BYTES ? fields : 'too-long'
}
