import type { Language } from '../../../vocabulary'
import { fillSlots, isForeign, slotsIn, type Slot, type SlotTexts } from './templates'

/** The slot texts of one subject, in the writer's language and in the applicant's. */
type InBoth = { reader: SlotTexts; applicant: SlotTexts }

/** What a form offers for a text to the applicant: the templates, and what fills their slots. */
export type TemplateOffer = {
  reads: Language
  readsName: string
  /** The applicant's language, in the reader's language. */
  readsInWords: string
  isReadersOwn: boolean
  templates: readonly { id: string; reader: string; applicant: string; target: string | null }[]
  base: InBoth
  subjects: readonly (InBoth & { id: string; label: string; target: string })[]
  targets: readonly unknown[]
}

/** The templates as they are listed to choose from; slots that are unknown before a document is chosen show the slot's name. */
export const readableTemplates = (offer: TemplateOffer, named: (slot: Slot) => string) =>
  offer.templates.map(({ id, reader }) => {
    const known = fillSlots(reader, offer.base.reader)
    return { id, reader: fillSlots(known, Object.fromEntries(slotsIn(known).map((slot) => [slot, named(slot)]))) }
  })

/** The button that puts a template into the form; without script the server does it. */
export const INSERT = 'insert-template'

/** The chosen template, and the document it is about. */
type Picked = { template: string; about: string }

export type Inserted = { text: string; template: string; about: string; target: string }

/** Why a template could not be put in: it is no longer offered, or it has slots that nothing fills. */
export type PickFault = 'gone' | 'slots'

/** What a chosen template puts into the form, in the applicant's language; or why it cannot. */
export function textToInsert(offer: TemplateOffer, { template, about }: Picked): Inserted | PickFault {
  const chosen = offer.templates.find(({ id }) => id === template)
  if (!chosen) return 'gone'
  const subject = offer.subjects.find(({ id }) => id === about)
  const text = fillSlots(chosen.applicant, (subject ?? offer.base).applicant)
  if (slotsIn(text).length > 0) return 'slots'
  const target = chosen.target ?? (slotsIn(chosen.applicant).includes('document') ? subject?.target : undefined)
  return { text, template, about: subject?.id ?? '', target: target ?? '' }
}

const aboutIn = (offer: TemplateOffer, { about }: Partial<Inserted>): InBoth =>
  offer.subjects.find(({ id }) => id === about) ?? offer.base

/** An inserted text in the reader's own language; null for text that they wrote themselves, or when the applicant reads the same language. */
function inOwnWords(offer: TemplateOffer, written: Partial<Inserted>): string | null {
  const { text, template } = written
  const chosen = offer.templates.find(({ id }) => id === template)
  if (!chosen || offer.isReadersOwn || !text) return null
  const { reader, applicant } = aboutIn(offer, written)
  return text.startsWith(fillSlots(chosen.applicant, applicant)) ? fillSlots(chosen.reader, reader) : null
}

/**
 * How a text reads: `own` in its writer's language, and `foreignTo` when it is not in the script of the applicant's language, ignoring the
 * name of its document.
 */
export function readingOf(offer: TemplateOffer, written: Partial<Inserted>) {
  const { document = '' } = aboutIn(offer, written).applicant
  const text = written.text?.replace(document, '') ?? ''
  return { own: inOwnWords(offer, written), foreignTo: isForeign(text, offer.reads) ? offer.readsInWords : null }
}

/** How a reason is joined to the name of its document, which begins with its type. */
export type Naming = { kind: string; name: string; before: string }

/** A reason as the item it becomes, beginning with the name of its document. */
export function asNamedItem({ kind, name, before }: Naming, text: string): string {
  if (text === '' || text.startsWith(name)) return text
  const rest = text.startsWith(kind) ? text.slice(kind.length) : null
  return rest === null || /^\p{L}/u.test(rest) ? before + text : name + rest
}

/** Converts items that were posted as plain texts to rows of the form. */
export function asRows(posted: FormData): FormData {
  const rows = new FormData()
  let next = 0
  for (const [name, value] of posted) {
    const [isPlain, index] = /^items(?:\[(\d{1,3})\])?$/.exec(name) ?? []
    rows.append(isPlain ? `items[${index ?? next++}].text` : name, value)
  }
  return rows
}

const FAULT = 'pickFault'

/** Puts a template into a posted form whose button asked for it: what the script does in the page. */
export function insertPosted(offer: TemplateOffer | null, posted: FormData): FormData {
  const filled = new FormData()
  for (const [name, value] of posted) filled.append(name, value)
  const textOf = (name: string) => {
    const value = posted.get(name)
    return typeof value === 'string' ? value : ''
  }
  const inserted = offer && textToInsert(offer, { template: textOf('pick'), about: textOf('pickAbout') })
  if (!inserted || typeof inserted === 'string') {
    filled.set(FAULT, inserted ?? 'gone')
    return filled
  }
  if (offer.targets.length === 0) {
    const written = textOf('reason').trim()
    filled.set('reason', written ? `${written}\n${inserted.text}` : inserted.text)
    if (!written) {
      filled.set('template', inserted.template)
      filled.set('about', inserted.about)
    }
    return filled
  }
  let row = 0
  while (textOf(`items[${row}].text`).trim() || textOf(`items[${row}].target`)) row += 1
  for (const [name, value] of Object.entries(inserted)) filled.set(`items[${row}].${name}`, value)
  return filled
}

/** Tells the form that is drawn again why `insertPosted` put nothing in; empty when it did. */
export function insertFault(posted: FormData): { pickFault?: PickFault } {
  const pickFault = posted.get(FAULT)
  return pickFault === 'gone' || pickFault === 'slots' ? { pickFault } : {}
}
