import { formatDate } from '../../../i18n/format'
import { translate } from '../../../i18n/texts.server'
import { DOCUMENT_TYPES, LANGUAGES, type Language } from '../../../vocabulary'
import { fillSlots, slotsIn, type SlotTexts, type TemplateTexts } from './templates'

/**
 * Slots as they are stored, independent of language: the document's type, its file when that is needed to tell which one, a day such as
 * `2026-03-05`, and the organization.
 */
export type SlotValues = Readonly<Record<string, string>>

/** The slots in one language. */
export function slotTexts(language: Language, { document, file, date, name }: SlotValues): SlotTexts {
  const type = DOCUMENT_TYPES.find((one) => one === document)
  const kind = type && translate(language, { key: `organizations:document.type.${type}` })
  const day = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  return {
    ...(kind && {
      document: file
        ? translate(language, { key: 'organizations:document.ofFile', values: { type: kind, file } })
        : kind,
    }),
    ...(!Number.isNaN(day) && { date: formatDate(new Date(day), language, 'UTC') }),
    ...(name && { name }),
  }
}

/** A template's text in one language, with its slots filled in. */
export const templateText = (language: Language, texts: TemplateTexts, slots: SlotValues): string =>
  fillSlots(texts[language], slotTexts(language, slots))

/** The language in which a text was filled in from this template, and what was added after it; null when it was not filled in from it. */
function readFilled(text: string, texts: TemplateTexts, slots: SlotValues) {
  for (const language of LANGUAGES) {
    const filled = templateText(language, texts, slots)
    if (filled === '' || slotsIn(filled).length > 0) continue
    if (text === filled || text.startsWith(`${filled}\n`)) return { language, rest: text.slice(filled.length) }
  }
  return null
}

/** Whether the template's text was sent unchanged, apart from lines added after it. */
export const isFilledFrom = (text: string, texts: TemplateTexts, slots: SlotValues): boolean =>
  readFilled(text, texts, slots) !== null

/** A text in the reader's language if it was filled in from a template, using the template's text of that time; else as it was written. */
export function translateText(
  language: Language,
  text: string,
  { templateTexts, slots }: { templateTexts: TemplateTexts | null; slots: SlotValues | null },
): string {
  const filled = templateTexts && slots ? readFilled(text, templateTexts, slots) : null
  return templateTexts && slots && filled ? templateText(language, templateTexts, slots) + filled.rest : text
}
