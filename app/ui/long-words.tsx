import { Fragment, type ReactNode } from 'react'

const LONG_WORD_FROM = 25
const HAS_LONG_WORD = /[^\s-]{25}/
const PIECES = /(?:\S\p{M}*){1,12}/gu

/** Lets a word that no line has room for break every dozen signs; a column of a table would be as wide as the whole word. */
export function breakLongWords(text: string): ReactNode {
  if (!HAS_LONG_WORD.test(text)) return text
  return text
    .split(/([\s-]+)/)
    .map((word, at) => (
      <Fragment key={at}>{word.length < LONG_WORD_FROM ? word : word.match(PIECES)?.map(withBreak)}</Fragment>
    ))
}

const withBreak = (piece: string, at: number) => (
  <Fragment key={at}>
    {at > 0 && <wbr className="long-word-break" />}
    {piece}
  </Fragment>
)
