import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { breakLongWords } from '../../app/ui/long-words'

const drawn = (text: string) => renderToStaticMarkup(<>{breakLongWords(text)}</>).replaceAll(/<wbr[^>]*>/g, '|')

it('a word of 25 or more characters may break after every 12, its neighbours may not', () => {
  expect(drawn(`Кама ${'л'.repeat(25)} Транс`)).toBe(`Кама ${'л'.repeat(12)}|${'л'.repeat(12)}|л Транс`)
})

it.each([
  ['of ordinary words', 'Южно-Уральская транспортная компания «Логистика»'],
  ['of one word of 24 signs', 'л'.repeat(24)],
  ['with its own spaces and lines', 'а  б\n в'],
  ['that is an id', '10fd7de2-a6a0-4539-9442-16a1f58d0a45'],
])('a name %s stays as it is', (_, name) => {
  expect(drawn(name)).toBe(name)
})

it('a break never splits a character or parts it from its combining marks', () => {
  const parts = drawn('é'.normalize('NFD').repeat(30) + '𠀀'.repeat(13)).split('|')
  expect(parts.map((part) => [...part.normalize('NFC')].length)).toEqual([12, 12, 12, 7])
})
