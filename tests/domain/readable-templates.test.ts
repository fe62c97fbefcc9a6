import { expect, it } from 'vitest'
import { readableTemplates, type ReadyWords } from '../../app/domain/verifications/templates/insert-words'

const words: ReadyWords = {
  reads: 'kk',
  readsName: 'Қазақша',
  isReadersOwn: false,
  templates: [
    { id: '1', reader: '{document}: pages are missing.', applicant: '', target: null },
    { id: '2', reader: '{name} is registered already, {name}.', applicant: '', target: null },
    { id: '3', reader: 'Sent on {date}, {unknown}', applicant: '', target: null },
  ],
  base: { reader: { name: 'Blue Heron' }, applicant: {} },
  subjects: [],
  targets: [],
}

it('templates are chosen by words without braces: what is known is filled in, and what is not is named', () => {
  expect(readableTemplates(words, (slot) => `[${slot}]`).map(({ reader }) => reader)).toEqual([
    '[document]: pages are missing.',
    'Blue Heron is registered already, Blue Heron.',
    'Sent on [date], {unknown}',
  ])
})
