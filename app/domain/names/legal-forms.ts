import { foldWords } from './fold-name'

const FORMS = [
  'ТОО ООО АО ЗАО ОАО ПАО НАО ИП ЧП ТДО ЖШС ЖК',
  'LLP LLC LLLP Ltd Limited Inc Incorporated Corp Corporation Co Company GmbH JSC OJSC CJSC PLC LP TOO OOO AO IP',
]
const FOLDED_FORMS = new Set(foldWords(FORMS.join(' ')))
const CHINESE_FORM = /(有限责任公司|股份有限公司|集团有限公司|有限公司|集团|公司)$/u

const WRITTEN_FORMS = new Set(FORMS.join(' ').toLowerCase().split(' '))

export const isLegalForm = (folded: string): boolean => FOLDED_FORMS.has(folded)

/** Compares the letters as written: folded, other initials look like a legal form, such as ЖЖК and ЖК. */
export const isWrittenAsLegalForm = (word: string): boolean => WRITTEN_FORMS.has(word.toLowerCase())

/** The words of a name without its legal form; all of them when nothing else is left. */
export function withoutLegalForm(words: readonly string[]): string[] {
  const own = words
    .filter((word) => !isLegalForm(word))
    .map((word) => word.replace(CHINESE_FORM, ''))
    .filter((word) => word !== '')
  return own.length > 0 ? own : [...words]
}
