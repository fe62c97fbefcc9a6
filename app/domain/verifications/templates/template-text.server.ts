import { formatDate } from '../../../i18n/format'
import { translate } from '../../../i18n/texts.server'
import { DOCUMENT_TYPES, LANGUAGES, type Language } from '../../../vocabulary'
import { fillSlots, slotsIn, type SlotTexts, type TemplateTexts } from './templates'

/**
 * Slots as they are stored, in no language: the type of the document, its file where that says which one, a day such as `2026-03-05`,
 * the organization.
 */
export type SlotValues = Readonly<Record<string, string>>

/** The slots in the words of one language. */
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

/** A template's words in one language, its slots filled in. */
export const templateText = (language: Language, texts: TemplateTexts, slots: SlotValues): string =>
  fillSlots(texts[language], slotTexts(language, slots))

/** Which language a text was filled in from this template, with what was written after it; null when it says something else. */
function readFilled(text: string, texts: TemplateTexts, slots: SlotValues) {
  for (const language of LANGUAGES) {
    const filled = templateText(language, texts, slots)
    if (filled === '' || slotsIn(filled).length > 0) continue
    if (text === filled || text.startsWith(`${filled}\n`)) return { language, rest: text.slice(filled.length) }
  }
  return null
}

/** Whether the words of the template were sent as they stand, whatever was added on lines of its own. */
export const isFilledFrom = (text: string, texts: TemplateTexts, slots: SlotValues): boolean =>
  readFilled(text, texts, slots) !== null

/** A text in the reader's language where it was filled in from a template, by what that said then; else as it was written. */
export function translateText(
  language: Language,
  text: string,
  { templateTexts, slots }: { templateTexts: TemplateTexts | null; slots: SlotValues | null },
): string {
  const filled = templateTexts && slots ? readFilled(text, templateTexts, slots) : null
  return templateTexts && slots && filled ? templateText(language, templateTexts, slots) + filled.rest : text
}
