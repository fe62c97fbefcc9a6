import { PROOF_FIELDS } from '../../vocabulary'

/** What was typed into a form, in its order; names come again for lists. */
export type DraftFields = [name: string, value: string][]

/** The hidden field by which a form says that its text is to be kept. */
export const KEPT_FIELD = 'keep'

/** The hidden field that names one drawing of a form; empty where no script runs, for nothing is kept there on the way. */
export const DRAWING_FIELD = 'drawing'

/** The hidden field that says for whom a form was drawn: another account may be signed in in the browser since. */
export const WRITER_FIELD = 'writer'

export const DRAFT_MAX_BYTES = 160 * 1024
export const DRAFTS_MAX = 40
export const DRAFT_KEPT_MS = 30 * 24 * 3_600_000
/** How long after its last use the cookie of a session that ran out may leave a text; later it is somebody's find. */
export const LAPSED_KEPT_MS = 7 * 24 * 3_600_000
/** How long a save may be on its way while its form is taken. */
export const TAKEN_KEPT_MS = 10 * 60_000

const FORM_MAX_LENGTH = 300
/** Fields that a form carries and nobody types; buttons are pressed and not typed either. */
const NOT_TYPED: readonly string[] = [
  KEPT_FIELD,
  DRAWING_FIELD,
  WRITER_FIELD,
  'version',
  'seen',
  'primary',
  'intent',
  'rows',
  'openNext',
  'id',
]
const NOT_KEPT: readonly string[] = [
  KEPT_FIELD,
  DRAWING_FIELD,
  WRITER_FIELD,
  'intent',
  'rows',
  'openNext',
  ...Object.values(PROOF_FIELDS),
]

/** The key of a form: its path, without what the framework adds to its own requests; null when it cannot be one. */
export function formKey(path: string): string | null {
  const [bare = ''] = path.split(/[?#]/)
  const key = bare
    .replace(/\/_(root)?\.data$/, '')
    .replace(/\.data$/, '')
    .replace(/\/+$/, '')
  return /^(\/[A-Za-z0-9_-]+)+$/.test(key) && key.length <= FORM_MAX_LENGTH ? key : null
}

/** Which drawing of a form was posted; null when it does not say. */
export function drawingOf(form: FormData): string | null {
  const drawing = form.get(DRAWING_FIELD)
  return typeof drawing === 'string' && /^[\w-]{16,64}$/.test(drawing) ? drawing : null
}

/** The fields of a form worth keeping; null when nothing has been typed, 'too-long' when it is more than any form takes. */
export function draftFields(form: FormData): DraftFields | 'too-long' | null {
  const fields = [...form].flatMap(([name, value]): DraftFields =>
    typeof value === 'string' && !NOT_KEPT.includes(name) ? [[name, value.replaceAll('\0', '')]] : [],
  )
  const isTyped = fields.some(([name, value]) => !NOT_TYPED.includes(name) && value.trim() !== '')
  if (!isTyped) return null
  return new TextEncoder().encode(JSON.stringify(fields)).length <= DRAFT_MAX_BYTES ? fields : 'too-long'
}
