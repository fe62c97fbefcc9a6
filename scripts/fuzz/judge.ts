import type { Answer } from '../probe/visitor'
import { unescaped } from './crawl'

/** Text that an answer may never contain: traces of the implementation. */
const INSIDES = [
  /\n\s+at .+:\d+:\d+/,
  /node_modules/,
  /\bselect\s+"?\w+"?[^<]{0,300}\bfrom\s+"\w+"/i,
  /PostgreSQL|PGlite|drizzle/i,
  /\/app\/(db|domain|routes)\//,
]
const REFUSED_WITH_A_PAGE = [409, 422, 429]
/** Longer than any field accepts; text cut off there was refused, not lost. */
const LONGEST_KEPT = 20_000

/** Returns what is wrong with the answer to wrong input, in words; null when nothing is. */
export function faultOf(answer: Answer, typed: readonly string[]): string | null {
  if (answer.status >= 500) return `answers ${answer.status}`
  const inside = answer.status >= 400 ? INSIDES.find((words) => words.test(answer.text)) : undefined
  if (inside) return `shows its insides: ${inside}`
  if (!REFUSED_WITH_A_PAGE.includes(answer.status)) return null
  const page = asShown(unescaped(answer.text))
  const lost = typed.find((text) => isKeepable(text) && !page.includes(asShown(text)))
  const title = /<title>([^<]*)/.exec(answer.text)?.[1]
  return lost === undefined
    ? null
    : `${answer.status} (${title}) loses what was typed: ${JSON.stringify(lost.slice(0, 40))}`
}

const isKeepable = (text: string) =>
  text.trim() !== '' && text.length <= LONGEST_KEPT && !/[\p{Surrogate}\0]/u.test(text)

/** A page shows line ends as LF, in the composed form. */
const asShown = (text: string) => text.replaceAll('\r\n', '\n').normalize('NFC').trim()
