import type { Language } from '../vocabulary'

const LATIN = /\p{Script=Latin}/gu
const CYRILLIC = /\p{Script=Cyrillic}/gu
const HAN = /\p{Script=Han}/gu
const KAZAKH = /[әғқңөұүһі]/iu

/**
 * The language in which a text that somebody wrote is to be read aloud, by its letters; undefined where the page's own voice
 * reads it. Words in Cyrillic without a Kazakh letter may be either; a whole sentence of them is Russian.
 */
export function textLanguage(text: string, page: string): Language | undefined {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0
  const [latin, cyrillic, han] = [count(LATIN), count(CYRILLIC), count(HAN) * 2]
  const most = Math.max(latin, cyrillic, han)
  // A mark or a code is read in any language.
  if (most < 3) return undefined
  const language = most === han ? 'zh' : most === latin ? 'en' : cyrillicLanguage(text, page)
  return language === page ? undefined : language
}

function cyrillicLanguage(text: string, page: string): Language {
  if (KAZAKH.test(text)) return 'kk'
  return page === 'kk' && text.trim().split(/\s+/).length < 4 ? 'kk' : 'ru'
}
