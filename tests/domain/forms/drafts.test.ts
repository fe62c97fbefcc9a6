import { INTENT } from '@conform-to/dom'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import {
  draftFields,
  drawingOf,
  momentToken,
  readMoment,
  saveNumber,
  sentNumber,
  TAKEN_KEPT_MS,
} from '../../../app/domain/drafts/draft'
import { keepDraft, readDrafts, forgetDraft } from '../../../app/domain/drafts/drafts.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { MINUTE_MS } from '../../../app/durations'
import { CONFORM_INTENT, FORM_FIELDS } from '../../../app/form-protocol'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices } from '../../support/services'
import { staff } from '../../support/verifications'

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

it('of 20 saves that arrive at once, the text typed last is kept', async () => {
  const arriving = Array.from({ length: 20 }, (_, n) => (n * 7) % 20)
  await Promise.all(arriving.map((number) => save(number, `Text ${number}`)))
  expect(await offered()).toEqual([[['reason', 'Text 19']]])
})

it('an emptied text stays empty when the save of an earlier text arrives last', async () => {
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

it('six drafts of a form are offered, the newest first', async () => {
  for (let window = 1; window <= 7; window++) {
    const form = typed(`Text ${window}`)
    form.set('drawing', `window-${window}-of-seven`)
    await keepDraft(services, dana, FORM, form)
    services.clock.advance(1000)
  }
  expect(await offered()).toEqual([7, 6, 5, 4, 3, 2].map((window) => [['reason', `Text ${window}`]]))
})

it('a save with a lower number is accepted only when the one before is more than 10 minutes old', async () => {
  await save(2, 'Typed before')
  services.clock.advance(10 * MINUTE_MS)
  await save(1, 'Still on its way')
  expect(await offered()).toEqual([[['reason', 'Typed before']]])
  services.clock.advance(1)
  await save(1, 'Typed after, by a clock that was put back')
  expect(await offered()).toEqual([[['reason', 'Typed after, by a clock that was put back']]])
})

it('no save is kept after its form was accepted, whatever its number', async () => {
  await save(1, 'Sent')
  await forgetDraft(services, dana, FORM, typed('Sent'))
  await save(2, 'Sent, on its way')
  expect(await offered()).toEqual([])
})

it('an accepted form also removes the draft of another window that it was drawn with', async () => {
  await save(1, 'Sent')
  const [drawnWith] = await readDrafts(services, dana, FORM)
  if (!drawnWith) throw new Error('nothing was kept')
  const sent = typed('Sent')
  sent.set('drawing', 'window-two-of-two')
  sent.set(FORM_FIELDS.keep, momentToken(drawnWith))
  await forgetDraft(services, dana, FORM, sent)
  expect(await offered()).toEqual([])
})

it('a draft is kept without the NUL characters in its fields and their names', async () => {
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

const formOf = (...fields: [string, string][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

it('a drawing, a save number and a moment are read only when well-formed', () => {
  const drawings = ['x'.repeat(15), 'x'.repeat(16), 'x'.repeat(64), 'x'.repeat(65), 'x y'.repeat(6)]
  const read = drawings.map((drawing) => drawingOf(formOf([FORM_FIELDS.drawing, drawing])))
  expect(read).toEqual(['', drawings[1], drawings[2], '', ''])
  expect(drawingOf(new FormData())).toBe('')
  expect(['draft-1772442000000', 'draft-177244200000', '', null].map(saveNumber)).toEqual([
    1772442000000,
    null,
    null,
    null,
  ])
  expect(sentNumber(formOf([FORM_FIELDS.save, '1772442000000']))).toBe(1772442000000)
  expect(sentNumber(formOf([FORM_FIELDS.save, '1772442000000 or so']))).toBeNull()
  const moment = { drawing: 'a-drawing', updatedAt: new Date(1772442000000) }
  expect(readMoment(momentToken(moment))).toEqual(moment)
  for (const token of ['', 'a-drawing', 'a-drawing@', 'a drawing@1', null]) expect(readMoment(token)).toBeNull()
})

it('a button that changes rows has the name the forms library gives it, and counts as nothing typed', () => {
  expect(CONFORM_INTENT).toBe(INTENT)
  expect(draftFields(formOf([CONFORM_INTENT, '{"type":"insert"}']))).toBeNull()
})

it('a draft holds what somebody typed, up to 160 KiB, and there is none when nothing was typed', () => {
  expect(draftFields(formOf(['reason', 'Lease\0 missing'], ['version', '3'], ['intent', 'send']))).toEqual([
    ['reason', 'Lease missing'],
    ['version', '3'],
  ])
  expect(draftFields(formOf(['reason', ' '], ['version', '3'], ['id', 'x'], ['intent', 'lift']))).toBeNull()
  const filled = (bytes: number) => draftFields(formOf(['reason', 'x'.repeat(bytes - '[["reason",""]]'.length)]))
  expect(filled(160 * 1024)).toHaveLength(1)
  expect(filled(160 * 1024 + 1)).toBe('too-long')
})
