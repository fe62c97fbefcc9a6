import type { Queries } from '../../../db/engine/database'
import { selectApplicationDocuments } from '../../../db/verifications/verifications'
import {
  answerRequestedItems,
  findApplicant,
  insertRequestedItems,
  selectRequestedItems,
  type RequestedItemRow,
} from '../../../db/verifications/requested-items'
import { listTemplatesById, recordTemplateUses, type TemplateRow } from '../../../db/verifications/templates'
import type { HistoryEvent, Language } from '../../../vocabulary'
import { dayOf } from '../../calendar'
import { shortFileName } from '../../documents/document-input'
import { keptAnswerText } from './answer-text.server'
import { documentTarget } from './items'
import { isFilledFrom, translateText, type SlotValues } from '../templates/template-text.server'
import type { TemplateTexts } from '../templates/templates'
import { isUuid } from '../../../uuid'

/** Words that may come from a template, and the document they are about. */
export type Written = { text: string; template?: string | null; about?: string | null }

/** One thing that is asked for, and where its answer belongs. */
export type NewItem = Written & { target?: string | null }

/** The template that words were filled in from, what it says now, and its slots; nothing of it for words of one's own. */
export type Origin = { templateId: string | null; templateTexts: TemplateTexts | null; slots: SlotValues | null }

export const OWN_WORDS: Origin = { templateId: null, templateTexts: null, slots: null }

type Document = { id: string; type: string; fileName: string; uploadedAt: Date }
type Applicant = { name: string; timeZone: string; submittedAt: Date }

/** A file as a message names it; braces would be slots to fill. */
const fileIn = ({ fileName }: Pick<Document, 'fileName'>): string => shortFileName(fileName.replaceAll(/[{}]/g, ''))

/** The file that says which document is meant; null for the only one of its kind, whose kind says it. */
export const fileToName = (document: Omit<Document, 'uploadedAt'>, all: readonly Pick<Document, 'id' | 'type'>[]) =>
  all.some(({ id, type }) => type === document.type && id !== document.id) ? fileIn(document) : null

/** What a page fills in: the document it is about and its day, or that of the application, and the organization. */
export function slotsOf(
  { name, timeZone, submittedAt }: Applicant,
  document: Pick<Document, 'type' | 'uploadedAt'> | undefined,
  file: string | null = null,
): SlotValues {
  return {
    name,
    date: dayOf(document?.uploadedAt ?? submittedAt, timeZone),
    ...(document && { document: document.type }),
    ...(file !== null && { file }),
  }
}

/** Which templates these words were filled in from, judged by the words themselves. */
export async function findOrigins(
  queries: Queries,
  verificationId: string,
  written: readonly Written[],
): Promise<Origin[]> {
  const ids = written.flatMap(({ template }) => (isUuid(template ?? undefined) && template ? [template] : []))
  if (ids.length === 0) return written.map(() => OWN_WORDS)
  const [templates, applicant, documents] = [
    await listTemplatesById(queries, ids),
    await findApplicant(queries, verificationId),
    await selectApplicationDocuments(queries, verificationId),
  ]
  return written.map(({ text, template, about }) => originOf(text, about, templates, template, applicant, documents))
}

function originOf(
  text: string,
  about: string | null | undefined,
  templates: readonly TemplateRow[],
  template: string | null | undefined,
  applicant: Applicant | null,
  documents: readonly Document[],
): Origin {
  const chosen = templates.find(({ id }) => id === template)
  if (!chosen || !applicant) return OWN_WORDS
  const document = documents.find(({ id }) => id === about)
  // Others of its kind may have come or gone since the words were filled in.
  const files = document ? [null, fileIn(document)] : [null]
  const slots = files
    .map((file) => slotsOf(applicant, document, file))
    .find((either) => isFilledFrom(text, chosen, either))
  return slots ? { templateId: chosen.id, templateTexts: textsOf(chosen), slots } : OWN_WORDS
}

const textsOf = ({ en, zh, ru, kk }: TemplateRow): TemplateTexts => ({ en, zh, ru, kk })

/**
 * Writes down what was asked for, item by item, and counts the templates that were used. Words that a document was rejected in
 * were counted then.
 */
export async function saveRequestedItems(
  tx: Queries,
  request: { verificationId: string; version: number; at: Date },
  items: readonly NewItem[],
  origins: readonly Origin[],
): Promise<void> {
  const { verificationId, version, at } = request
  const documents = items.some(({ about }) => about) ? await selectApplicationDocuments(tx, verificationId) : []
  await insertRequestedItems(
    tx,
    items.map(({ text, target = null, about }, position) => {
      const document = documents.find(({ id }) => id === about)
      return {
        verificationId,
        version,
        position,
        text,
        target: target ?? (document ? documentTarget(document.type) : null),
        documentId: document?.id ?? null,
        ...(origins[position] ?? OWN_WORDS),
      }
    }),
  )
  const isCounted = ({ templateId }: Origin, position: number) =>
    documents.some(({ id, rejectionTemplateId }) => id === items[position]?.about && rejectionTemplateId === templateId)
  await recordUses(
    tx,
    origins.filter((origin, position) => !isCounted(origin, position)),
    at,
  )
}

/** Counts the templates that were used. */
export const recordUses = (tx: Queries, origins: readonly Origin[], at: Date): Promise<void> =>
  recordTemplateUses(
    tx,
    origins.flatMap(({ templateId }) => (templateId ? [templateId] : [])),
    at,
  )

/** Staff wrote down on the phone what the applicant said: one answer for all that was asked for last. */
export async function answerInWords(tx: Queries, verificationId: string, text: string | null, at: Date) {
  const items = await selectRequestedItems(tx, verificationId)
  const last = items.filter(({ version, answer }) => version === items[0]?.version && answer === null)
  await answerRequestedItems(
    tx,
    last.map(({ id }) => ({ id, answer: text ? { words: text } : {} })),
    at,
  )
}

type Event = {
  event: HistoryEvent
  version: number
  note: string | null
  items: string[]
  templateTexts: TemplateTexts | null
  slots: SlotValues | null
}

/** What an application was asked for, request by request. */
export type RequestedItems = readonly RequestedItemRow[]

/**
 * The items that are asked for at present, where they were kept one by one; none for what was asked before that. A request
 * that was undone has left its items: the words say which request holds.
 */
export function askedNow(items: RequestedItems, requestedChanges: readonly string[]): RequestedItemRow[] {
  const wanted = requestedChanges.join('\n')
  const requests = [...new Set(items.map(({ version }) => version))].map((made) =>
    items.filter(({ version }) => version === made),
  )
  return requests.find((request) => request.map(({ text }) => text).join('\n') === wanted) ?? []
}

/** The words of `askedNow` in the reader's language. */
export function translateAsked(
  language: Language,
  items: RequestedItems,
  requestedChanges: readonly string[],
): string[] {
  const now = askedNow(items, requestedChanges)
  return now.length > 0 ? now.map((item) => translateText(language, item.text, item)) : [...requestedChanges]
}

/** An event whose words are in the reader's language, where they came from a template or from the fields of a form. */
export function translateEvent<Row extends Event>(language: Language, event: Row, items: RequestedItems) {
  const { templateTexts, slots, note, ...rest } = event
  return {
    ...rest,
    note: note && translateText(language, note, { templateTexts, slots }),
    items: translateLines(language, event, items),
  }
}

function translateLines(language: Language, { event, version, items: lines }: Event, items: RequestedItems): string[] {
  if (event === 'info_requested') {
    const asked = items.filter((item) => item.version === version)
    return asked.length > 0 ? asked.map((item) => translateText(language, item.text, item)) : lines
  }
  if (event !== 'resubmitted' || lines.length === 0) return lines
  const answered = items.find((item) => item.version < version)?.version
  const asked = items.filter((item) => item.version === answered)
  return lines.map((line, index) => (asked[index] && keptAnswerText(language, asked[index])) ?? line)
}

type Rejected = { rejectionReason: string | null; rejectedFrom: Pick<Origin, 'templateTexts' | 'slots'> | null }

/** Why an application was rejected, in the reader's language where the words came from a template. */
export const rejectedIn = (language: Language, { rejectionReason, rejectedFrom }: Rejected): string | null =>
  rejectionReason && rejectedFrom ? translateText(language, rejectionReason, rejectedFrom) : rejectionReason
