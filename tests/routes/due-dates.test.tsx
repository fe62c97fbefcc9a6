import { beforeEach, expect, it } from 'vitest'
import { auditLog } from '../../app/db/schema/audit'
import { dueHours, holidays } from '../../app/db/schema/due-dates'
import { dueDatesInput } from '../../app/domain/verifications/due-dates/due-input'
import { DEFAULT_DUE_HOURS } from '../../app/domain/verifications/due-dates/due-date'
import DueDates, { action, loader } from '../../app/routes/settings/due-dates'
import type { Actor } from '../../app/domain/access'
import { emptyTables, openTestDatabase } from '../support/database'
import { serverHtml } from '../support/render'
import { answerOf, visit } from '../support/requests'
import { testServices } from '../support/services'
import { staff } from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let superadmin: Actor
beforeEach(async () => {
  await emptyTables(db)
  superadmin = await staff(db, 'superadmin', 'Айгүл')
})

const AT = '/settings/due-dates'
const filled = (more: Record<string, string> = {}, version = '1'): [string, string][] =>
  Object.entries({ ...DEFAULT_DUE_HOURS, KZ: '', CN: '', RU: '', US: '', version, ...more }).map(([name, value]) => [
    name,
    String(value),
  ])
const send = (form: [string, string][], actor = superadmin) =>
  answerOf(() => action(visit(services, AT, { actor, form }) as never))
const page = async () => {
  const loaderData = await loader(visit(services, AT, { actor: superadmin }) as never)
  return serverHtml(<DueDates {...({ loaderData } as unknown as Parameters<typeof DueDates>[0])} />, { at: AT })
}

it('hours and holidays are changed by a superadmin, once, with an entry in the audit log', async () => {
  const form = filled({ address_change: '4', KZ: '2026-03-23 Наурыз\n\n2026-03-21 Наурыз мейрамы\n' })
  expect((await send(form)).status).toBe(302)
  expect(await db.select().from(dueHours)).toMatchObject([{ type: 'address_change', hours: 4 }])
  expect(await db.select().from(holidays)).toHaveLength(2)
  const html = await page()
  expect(html).toMatch(/name="address_change"[^>]*value="4"/)
  expect(html).toContain('2026-03-21 Наурыз мейрамы\n2026-03-23 Наурыз')
  const [entry] = await db.select().from(auditLog)
  expect(entry).toMatchObject({
    action: 'dueDates.edit',
    before: { address_change: 8, KZ: [] },
    after: { address_change: 4, KZ: ['2026-03-21', '2026-03-23'] },
  })
  expect((await send(form)).status).toBe(302)
  expect(await db.$count(auditLog)).toBe(1)
})

it('two who change the hours at once: the second is told, and may save again', async () => {
  await send(filled({ address_change: '4' }))
  const answer = await send(filled({ address_change: '6' }))
  expect(answer).toMatchObject({ status: 409, body: { isStale: true, seen: { version: '2' } } })
  expect((await send(filled({ address_change: '6' }, '2'))).status).toBe(302)
  expect(await db.select().from(dueHours)).toMatchObject([{ hours: 6, version: 2 }])
})

it.each([
  ['address_change', '0'],
  ['address_change', '401'],
  ['address_change', '1.5'],
  ['KZ', 'Наурыз'],
  ['KZ', '2026-02-30 No such day'],
  ['KZ', '2026-03-23 Наурыз\n2026-03-23 Наурыз'],
])('%s cannot be %s', async (name, value) => {
  expect((await send(filled({ [name]: value }))).status).toBe(422)
  expect(await db.$count(dueHours)).toBe(0)
})

it('is closed to everybody but superadmins', async () => {
  for (const role of ['admin', 'manager', 'cashier'] as const)
    expect((await send(filled(), await staff(db, role, role))).status).toBe(403)
})

it('reads holidays in the order of the calendar', () =>
  expect(dueDatesInput.parse(Object.fromEntries(filled({ CN: '2026-10-01 国庆节\r\n2026-05-01 劳动节' }))).CN).toEqual([
    { day: '2026-05-01', name: '劳动节' },
    { day: '2026-10-01', name: '国庆节' },
  ]))
