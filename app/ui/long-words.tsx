import { Fragment, type ReactNode } from 'react'

const LONG_WORD = /[^\s-]{25}/
const PIECES = /(?:\S\p{M}*){1,12}/gu

/** Lets a very long word break every dozen characters, or a table column would be as wide as the word. */
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
