import type { Language } from '../vocabulary'

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Han}/u]
/** Each character's script is looked up once: a list asks for a hundred names and words. */
const scriptOf = new Map<string, number>()
const KAZAKH = /[әғқңөұүһі]/iu

/**
 * The language in which a text that somebody wrote is to be read aloud, judged by its letters; undefined when it is the page's own,
 * or the text is too short. Cyrillic without a Kazakh letter is Russian, except up to three words on a Kazakh page.
 */
export function textLanguage(text: string, page: string): Language | undefined {
  const counts = [0, 0, 0]
  for (const sign of text) {
    let script = scriptOf.get(sign)
    if (script === undefined) {
      script = SCRIPTS.findIndex((letters) => letters.test(sign))
      scriptOf.set(sign, script)
    }
    if (script >= 0) counts[script] = (counts[script] ?? 0) + 1
  }
  const [latin = 0, cyrillic = 0, signs = 0] = counts
  const han = signs * 2
  const most = Math.max(latin, cyrillic, han)
  // A mark or a code reads the same in any language.
  if (most < 3) return undefined
  const language = most === han ? 'zh' : most === latin ? 'en' : cyrillicLanguage(text, page)
  return language === page ? undefined : language
}

function cyrillicLanguage(text: string, page: string): Language {
  if (KAZAKH.test(text)) return 'kk'
  return page === 'kk' && text.trim().split(/\s+/).length < 4 ? 'kk' : 'ru'
}
