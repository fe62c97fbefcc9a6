import { cloneElement, type ReactElement } from 'react'
import type { TextKey } from './keys'
import { fill, type Values } from './translator'
import { useTexts } from './use-translation'

const TAGGED = /<(\w+)>(.*?)<\/\1>/

/** A sentence with elements in it: `<phone>{{phone}}</phone>` becomes the element given for `phone`. */
export function RichText(props: { text: TextKey; values?: Values; elements: Record<string, ReactElement> }) {
  const { text, values, elements } = props
  const texts = useTexts(text.slice(0, text.indexOf(':')))
  const sentence = texts.find(text, [])
  // Text, the tag's name, what is in it, text, …
  return sentence.split(TAGGED).map((piece, at, pieces) => {
    if (at % 3 === 1) return null
    const element = at % 3 === 2 ? elements[pieces[at - 1] ?? ''] : undefined
    const content = fill(piece, values, texts.show)
    return element ? cloneElement(element, { key: at }, content) : content
  })
}
