import { expect, it } from 'vitest'
import { draftFields, formKey } from '../../../app/domain/drafts/draft'

const form = (text: string) => {
  const form = new FormData()
  form.set('notes', text)
  return form
}
/** What the JSON of the one field has around its text. */
const AROUND = JSON.stringify([['notes', '']]).length

it('the path of a form is its key up to 300 characters', () => {
  const path = (length: number) => `/${'a'.repeat(length - 1)}`
  expect(formKey(path(300))).toBe(path(300))
  expect(formKey(path(301))).toBeNull()
})

it('a draft is kept up to 160 KB', () => {
  const atMost = 160 * 1024 - AROUND
  expect(draftFields(form('a'.repeat(atMost)))).toEqual([['notes', 'a'.repeat(atMost)]])
  expect(draftFields(form('a'.repeat(atMost + 1)))).toBe('too-long')
})

it('a draft is measured in bytes, of which a Chinese character takes three', () => {
  const third = Math.floor((160 * 1024 - AROUND) / 3)
  expect(draftFields(form('字'.repeat(third)))).not.toBe('too-long')
  expect(draftFields(form('字'.repeat(third + 1)))).toBe('too-long')
})
