import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../app/domain/access'
import { TAKEN_KEPT_MS } from '../../app/domain/drafts/draft'
import { keepDraft, readDrafts, forgetDraft } from '../../app/domain/drafts/drafts.server'
import { tidyUp } from '../../app/domain/tidy-up.server'
import { emptyTables, openTestDatabase } from '../support/database'
import { testServices } from '../support/services'
import { staff } from '../support/verifications'

const FORM = '/verifications/1/reject'

const db = await openTestDatabase()
const services = await testServices()
let dana: Actor
beforeEach(async () => {
  await emptyTables(db)
  dana = await staff(db, 'manager', 'Дана Оспанова')
})

function typed(reason: string): FormData {
  const form = new FormData()
  form.set('drawing', 'window-one-of-one')
  form.set('reason', reason)
  return form
}

const save = (number: number, reason: string) => keepDraft(services, dana, FORM, typed(reason), number)
const offered = async () => (await readDrafts(services, dana, FORM)).map(({ fields }) => fields)

it('of twenty saves of a text that arrive at once, the last one typed stays', async () => {
  const arriving = Array.from({ length: 20 }, (_, n) => (n * 7) % 20)
  await Promise.all(arriving.map((number) => save(number, `Text ${number}`)))
  expect(await offered()).toEqual([[['reason', 'Text 19']]])
})

it('a text that was emptied stays so, though the save of what it was before arrives last', async () => {
  await save(1, 'Not this')
  await save(3, ' ')
  await save(2, 'Not this one')
  expect(await offered()).toEqual([])
  await save(4, 'But this')
  expect(await offered()).toEqual([[['reason', 'But this']]])
  await save(5, '')
  services.clock.advance(TAKEN_KEPT_MS + 1)
  await tidyUp(services)
  await save(4, 'Typed later, by a clock that was put back')
  expect(await offered()).toHaveLength(1)
})

it('a save that bears a lower number is taken where the one before is older than any save on its way', async () => {
  await save(2, 'Typed before')
  services.clock.advance(TAKEN_KEPT_MS + 1)
  await save(1, 'Typed after, by a clock that was put back')
  expect(await offered()).toEqual([[['reason', 'Typed after, by a clock that was put back']]])
})

it('no save comes back after its form was taken, whatever its number', async () => {
  await save(1, 'Sent')
  await forgetDraft(services, dana, FORM, typed('Sent'))
  await save(2, 'Sent, on its way')
  expect(await offered()).toEqual([])
})

it('a text is kept whatever signs its fields and their names hold', async () => {
  const form = typed('\0No\0')
  form.set('\0na\0me', 'x')
  expect(await keepDraft(services, dana, FORM, form)).toBe('kept')
  expect(await offered()).toEqual([
    [
      ['reason', 'No'],
      ['name', 'x'],
    ],
  ])
})
