import { beforeEach, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { reviewPeople } from '../../../app/db/schema/reviews'
import type { Actor } from '../../../app/domain/access'
import { dateProof } from '../../../app/domain/fresh-proof'
import { changeReviewPeople } from '../../../app/domain/verifications/second-person/review-people.server'
import { reviewPeopleInput } from '../../../app/domain/verifications/second-person/review-people-input'
import * as reviews from '../../../app/routes/settings/reviews'
import { VERIFICATION_TYPES } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices, type TestServices } from '../../support/services'
import { PROOF_LIFE_MS, settingsPage } from '../../support/settings-page'
import { signedInStaff } from '../../support/signed-in'
import { permitOf } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let superadmin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  superadmin = await signedInStaff(db, services, 'superadmin', 'Айгүл')
})

const filled = (more: Record<string, string> = {}, version = '1') => ({
  ...Object.fromEntries(VERIFICATION_TYPES.map((type) => [type, '1'])),
  version,
  ...more,
})
const { send, page } = settingsPage(reviews, '/settings/reviews', () => ({ services, superadmin }))
const chosen = (html: string, type: string) =>
  [...html.matchAll(/<input[^>]*>/g)].flatMap(([input]) =>
    input.includes(`name="${type}"`) && input.includes('checked=""') ? /value="(\d)"/.exec(input)?.[1] : [],
  )

it('one person decides each type until a superadmin sets two; saving the same again adds no audit entry', async () => {
  for (const type of VERIFICATION_TYPES) expect(chosen(await page(), type), type).toEqual(['1'])
  const form = filled({ bank_account_update: '2' })
  expect((await send(form)).status).toBe(302)
  expect(chosen(await page(), 'bank_account_update')).toEqual(['2'])
  expect(chosen(await page(), 'address_change')).toEqual(['1'])
  expect((await send(form)).status).toBe(302)
  expect(await db.select().from(auditLog)).toMatchObject([
    {
      action: 'reviews.settings',
      actorId: superadmin.id,
      before: { bank_account_update: 1 },
      after: { bank_account_update: 2 },
    },
  ])
})

it('the form keeps unsent input as a draft', async () => expect(await page()).toContain('name="keep"'))

it('saving from an outdated page is 409, keeps the input, shows the saved numbers and can be repeated', async () => {
  await send(filled({ address_change: '2' }))
  const { status, body } = await send(filled({ bank_account_update: '2' }))
  expect(status).toBe(409)
  expect(body).toMatchObject({
    isStale: true,
    seen: { version: '2' },
  })
  expect((body as { now: unknown }).now).toEqual({ address_change: 2, bank_account_update: 1 })
  const html = await page(body)
  expect(chosen(html, 'bank_account_update')).toEqual(['2'])
  expect(chosen(html, 'address_change')).toEqual(['1'])
  expect(html).toContain('In force now: two people')
  expect(await db.select().from(reviewPeople)).toMatchObject([{ type: 'address_change', people: 2 }])
  expect((await send(filled({ bank_account_update: '2', address_change: '2' }, '2'))).status).toBe(302)
  expect(await db.$count(reviewPeople)).toBe(2)
})

it('of two simultaneous saves, one is refused with 409', async () => {
  const ends = await Promise.all([
    send(filled({ address_change: '2' })),
    send(filled({ address_change: '2', bank_account_update: '2' })),
  ])
  expect(ends.map(({ status }) => status).toSorted()).toEqual([302, 409])
  expect(await db.$count(auditLog)).toBe(1)
})

it('lowering the number of people asks for fresh proof, raising it does not', async () => {
  services.clock.advance(PROOF_LIFE_MS)
  expect((await send(filled({ address_change: '2' }))).status).toBe(302)
  const lower = filled({ bank_account_update: '2' }, '2')
  const { status, body } = await send(lower)
  expect(status).toBe(403)
  expect(body).toMatchObject({ proof: { fields: Object.entries(lower) } })
  const html = await page(body)
  expect(html).toContain('value="send-')
  expect(html).toContain('<input type="hidden" name="address_change" value="1"/>')
  expect(await db.select().from(reviewPeople)).toMatchObject([{ type: 'address_change', people: 2 }])
})

it('the command refuses to lower the number of people without fresh proof', async () => {
  await send(filled({ address_change: '2' }))
  const input = reviewPeopleInput.parse(filled({}, '2'))
  const later = new Date(superadmin.provenAt.getTime() + PROOF_LIFE_MS)
  const stale = dateProof(permitOf(superadmin, 'reviews.settings'), later)
  expect(await changeReviewPeople(services, stale, input, { requestId: 'r' })).toEqual({ kind: 'forbidden' })
  expect(await db.select().from(reviewPeople)).toMatchObject([{ people: 2 }])
})

it.each(['0', '3', '', 'two'])('%j people is refused with 422', async (people) => {
  const { status, body } = await send(filled({ address_change: people }))
  expect(status).toBe(422)
  const told = people === '' ? 'This field is required' : 'Choose whether one person or two decide'
  expect(body).toMatchObject({ result: { error: { address_change: [told] } } })
  expect(await db.$count(reviewPeople)).toBe(0)
})

const ticked = (html: string) =>
  [...html.matchAll(/<input[^>]*>/g)].flatMap(([input]) =>
    input.includes('name="mustOpen"') && input.includes('checked=""') ? /value="(\w+)"/.exec(input)?.[1] : [],
  )
const sendWith = (mustOpen: string[], more: Record<string, string> = {}, version = '1') =>
  send([...Object.entries(filled(more, version)), ...mustOpen.map((type): [string, string] => ['mustOpen', type])])

it('no type requires opening every document until a superadmin ticks it; each change is logged', async () => {
  expect(ticked(await page())).toEqual([])
  expect((await sendWith(['address_change', 'initial_registration'])).status).toBe(302)
  expect(ticked(await page()).toSorted()).toEqual(['address_change', 'initial_registration'])
  expect((await sendWith(['address_change'], { bank_account_update: '2' }, '3')).status).toBe(302)
  expect(ticked(await page())).toEqual(['address_change'])
  expect(chosen(await page(), 'bank_account_update')).toEqual(['2'])
  expect(
    (await db.select().from(auditLog).orderBy(auditLog.position)).map(({ before, after }) => ({ before, after })),
  ).toEqual([
    { before: { mustOpen: [] }, after: { mustOpen: ['initial_registration', 'address_change'] } },
    {
      before: { bank_account_update: 1, mustOpen: ['initial_registration', 'address_change'] },
      after: { bank_account_update: 2, mustOpen: ['address_change'] },
    },
  ])
})

it('unticking a type asks for fresh proof, ticking does not; an outdated save shows what is in force', async () => {
  services.clock.advance(PROOF_LIFE_MS)
  expect((await sendWith(['address_change'])).status).toBe(302)
  expect((await sendWith([], {}, '2')).status).toBe(403)
  const late = await sendWith(['bank_account_update'])
  expect(late).toMatchObject({ status: 409, body: { mustOpenNow: ['address_change'], seen: { version: '2' } } })
  const html = await page(late.body)
  expect(ticked(html)).toEqual(['bank_account_update'])
  expect(html).toContain('In force now: Address change')
})

it('an unknown application type is refused with 422', async () => {
  expect((await sendWith(['cargo'])).status).toBe(422)
  expect(await db.$count(reviewPeople)).toBe(0)
})
