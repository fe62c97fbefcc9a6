import { LANGUAGES, type Language } from '../../../vocabulary'

/** What the page fills in: which document it is about, the day it was sent, the organization. */
const SLOTS = ['document', 'date', 'name'] as const
export type Slot = (typeof SLOTS)[number]

/** A template's text in each language; '' where it is not written yet. */
export type TemplateTexts = Readonly<Record<Language, string>>

/** Slot texts in one language. */
export type SlotTexts = Readonly<Partial<Record<Slot, string>>>

export const TEMPLATE_MAX_LENGTH = 400

const IN_BRACES = /\{([^{}]*)\}/g
const isSlot = (name: string): name is Slot => SLOTS.some((slot) => slot === name)
const asWritten = (names: readonly string[]) => [...new Set(names)].map((name) => `{${name}}`)

/** Everything that stands in braces, each once. */
const bracedIn = (text: string): string[] => [...new Set([...text.matchAll(IN_BRACES)].map(([, name = '']) => name))]

export const slotsIn = (text: string): Slot[] => bracedIn(text).filter(isSlot)

/** Languages without a text; while there are any, the template is not offered. */
export const lackingLanguages = (texts: TemplateTexts): Language[] =>
  LANGUAGES.filter((language) => texts[language].trim() === '')

/** The language shown to a reader: their own, else the first that has a text. */
export const shownLanguage = (texts: TemplateTexts, language: Language): Language =>
  [language, ...LANGUAGES].find((one) => texts[one].trim() !== '') ?? language

/** What is wrong with the slots in one language: they are unknown (`of` is null), or missing although language `of` has them. */
export type SlotFault = { language: Language; slots: string; of: Language | null }

/** At most one fault for each language that has a text. */
export function slotFaults(texts: TemplateTexts): SlotFault[] {
  const written = LANGUAGES.filter((language) => texts[language].trim() !== '')
  return written.flatMap((language): SlotFault[] => {
    const own = bracedIn(texts[language])
    const unknown = own.filter((name) => !isSlot(name))
    if (unknown.length > 0) return [{ language, slots: asWritten(unknown).join(' '), of: null }]
    for (const other of written) {
      const lacking = slotsIn(texts[other]).filter((slot) => !own.includes(slot))
      if (lacking.length > 0) return [{ language, slots: asWritten(lacking).join(' '), of: other }]
    }
    return []
  })
}

/** The text with its slots filled in; a slot without a value stays as it is. */
export const fillSlots = (text: string, values: SlotTexts): string =>
  text.replaceAll(IN_BRACES, (written, name: string) => (isSlot(name) && values[name]) || written)

/** The scripts by which a reader sees at once that a text is not for them. */
const SCRIPTS = { Latin: /\p{Script=Latin}/gu, Cyrillic: /\p{Script=Cyrillic}/gu, Han: /\p{Script=Han}/gu } as const
export type Script = keyof typeof SCRIPTS

const SCRIPT_OF: Record<Language, Script> = { en: 'Latin', ru: 'Cyrillic', kk: 'Cyrillic', zh: 'Han' }

/** The script of most of a text, counting a Chinese character as three letters; null without letters. */
export function scriptOf(text: string): Script | null {
  const counts = Object.entries(SCRIPTS).map(([script, letters]) => {
    const count = text.match(letters)?.length ?? 0
    return [script as Script, script === 'Han' ? count * 3 : count] as const
  })
  const [first] = counts.toSorted(([, one], [, other]) => other - one)
  return first && first[1] > 0 ? first[0] : null
}

/** Whether a text is in another script than the reader's language. */
export function isForeign(text: string, reader: Language): boolean {
  const script = scriptOf(text)
  return script !== null && script !== SCRIPT_OF[reader]
}
