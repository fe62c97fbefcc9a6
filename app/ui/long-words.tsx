import { Fragment, type ReactNode } from 'react'

const LONG_WORD = /[^\s-]{25}/
const PIECES = /(?:\S\p{M}*){1,12}/gu

/** Lets a word that no line has room for break every dozen signs; a column of a table would be as wide as the whole word. */
export function breakLongWords(text: string): ReactNode {
  if (!LONG_WORD.test(text)) return text
  return text
    .split(/([\s-]+)/)
    .map((word, at) => <Fragment key={at}>{LONG_WORD.test(word) ? word.match(PIECES)?.map(withBreak) : word}</Fragment>)
}

const withBreak = (piece: string, at: number) => (
  <Fragment key={at}>
    {at > 0 && <wbr className="long-word-break" />}
    {piece}
  </Fragment>
)
