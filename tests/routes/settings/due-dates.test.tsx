import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { dueHours, holidays } from '../../../app/db/schema/due-dates'
import { verifications } from '../../../app/db/schema/verifications'
import { keepDraft } from '../../../app/domain/drafts/drafts.server'
import { dueDatesInput } from '../../../app/domain/verifications/due-dates/due-input'
import { DEFAULT_DUE_HOURS } from '../../../app/domain/verifications/due-dates/due-date'
import DueDates, { action, loader } from '../../../app/routes/settings/due-dates'
import type { Actor } from '../../../app/domain/access'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { answerOf, toastOf, visit } from '../../support/requests'
import { testServices } from '../../support/services'
import { organization, staff, verification } from '../../support/verifications'

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
const page = async (actionData?: unknown) => {
  const loaderData = await loader(visit(services, AT, { actor: superadmin }) as never)
  return pageHtml(DueDates, { loaderData, actionData }, { at: AT })
}

it('a superadmin changes hours and holidays with an audit entry; saving the same again adds none', async () => {
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
    after: { address_change: 4, KZ: ['2026-03-21 Наурыз мейрамы', '2026-03-23 Наурыз'] },
  })
  expect((await send(form)).status).toBe(302)
  expect(await db.$count(auditLog)).toBe(1)
})

it('renaming a holiday logs the old and the new name', async () => {
  await send(filled({ KZ: '2026-12-16 Day' }))
  const { version } = await loader(visit(services, AT, { actor: superadmin }) as never)
  await send(filled({ KZ: '2026-12-16 Republic Day' }, String(version)))
  expect(await db.select().from(auditLog).orderBy(asc(auditLog.id))).toMatchObject([
    { after: { KZ: ['2026-12-16 Day'] } },
    { before: { KZ: ['2026-12-16 Day'] }, after: { KZ: ['2026-12-16 Republic Day'] } },
  ])
})

/** Seven applications in different states, submitted on a Monday at 14:00 in Almaty and due on Tuesday at 13:00. */
async function onTheirWay() {
  const submittedAt = new Date('2026-03-02T09:00:00Z')
  const dueAt = new Date('2026-03-03T08:00:00Z')
  const made = async (
    name: string,
    more: Partial<Parameters<typeof verification>[1]> = {},
    country: 'KZ' | 'RU' = 'KZ',
  ) => {
    const { id: organizationId } = await organization(db, { name, country })
    const { id } = await verification(db, { organizationId, type: 'address_change', submittedAt, dueAt, ...more })
    return id
  }
  return {
    waiting: await made('Waiting'),
    claimed: await made('Claimed', { status: 'under_review' }),
    // Resubmitted on Tuesday at 14:00, with four of its hours left.
    back: await made('Back', {
      path: ['submitted', 'review_started', 'info_requested', 'resubmitted'],
      submittedAt: new Date('2026-03-03T06:00:00Z'),
      dueAt: new Date('2026-03-03T13:00:00Z'),
    }),
    asked: await made('Asked', { status: 'need_more_info', dueAt: null, dueLeftMinutes: 180 }),
    decided: await made('Decided', { status: 'approved', dueAt: null }),
    other: await made('Other', { type: 'bank_account_update' }),
    elsewhere: await made('Elsewhere', {}, 'RU'),
  }
}

const messageOf = (headers: Headers): unknown => {
  const { __flash_flash__: kept } = JSON.parse(toastOf(headers)) as { __flash_flash__: { toast: { message: string } } }
  return JSON.parse(kept.toast.message)
}

const dues = async () =>
  Object.fromEntries(
    (await db.select().from(verifications).orderBy(asc(verifications.id))).map(({ id, dueAt, dueLeftMinutes }) => [
      id,
      dueAt?.toISOString() ?? dueLeftMinutes,
    ]),
  )

describe('an application in progress', () => {
  it('is due by the new hours from when its clock last started; the audit entry and toast count all 5', async () => {
    const of = await onTheirWay()
    const answer = await send(filled({ address_change: '10' }))
    expect(await dues()).toEqual({
      [of.waiting]: '2026-03-03T10:00:00.000Z',
      [of.claimed]: '2026-03-03T10:00:00.000Z',
      [of.back]: '2026-03-04T06:00:00.000Z',
      [of.asked]: 300,
      [of.decided]: null,
      [of.other]: '2026-03-03T08:00:00.000Z',
      [of.elsewhere]: '2026-03-03T10:00:00.000Z',
    })
    expect(await db.select().from(auditLog)).toMatchObject([{ after: { address_change: 10, applications: 5 } }])
    expect(messageOf(answer.headers)).toMatchObject({
      key: 'settings:due-dates.saved',
      values: { count: 5, total: '5' },
    })
  })

  it('is never due before its clock started, and its remaining hours never fall below 0', async () => {
    const of = await onTheirWay()
    await send(filled({ address_change: '1' }))
    expect(await dues()).toMatchObject({ [of.back]: '2026-03-03T09:00:00.000Z', [of.asked]: 0 })
  })

  it('is never due before its clock last restarted, even after it came back twice', async () => {
    const { id: organizationId } = await organization(db, { country: 'KZ' })
    const asked = ['info_requested', 'resubmitted'] as const
    await verification(db, {
      organizationId,
      type: 'address_change',
      submittedAt: new Date('2026-03-03T03:00:00Z'),
      dueAt: new Date('2026-03-03T13:00:00Z'),
      path: ['submitted', 'review_started', ...asked, 'review_started', ...asked],
    })
    await send(filled({ address_change: '1' }))
    expect(Object.values(await dues())).toEqual(['2026-03-03T09:00:00.000Z'])
  })

  it('gets a later due date from a new holiday of its country only', async () => {
    const of = await onTheirWay()
    await send(filled({ KZ: '2026-03-03 Test day' }))
    expect(await dues()).toMatchObject({
      [of.waiting]: '2026-03-04T08:00:00.000Z',
      [of.other]: '2026-03-04T08:00:00.000Z',
      [of.asked]: 180,
      [of.elsewhere]: '2026-03-03T08:00:00.000Z',
    })
  })

  it('is counted in the toast and the audit entry only when its due date changes', async () => {
    await onTheirWay()
    const answer = await send(filled({ KZ: '2026-12-16 Тәуелсіздік күні' }))
    expect(messageOf(answer.headers)).toMatchObject({ key: 'settings:toast.saved' })
    const [entry] = await db.select().from(auditLog)
    expect(entry?.after).toEqual({ KZ: ['2026-12-16 Тәуелсіздік күні'] })
  })
})

it('saving hours from an outdated page is refused with 409 and shows the saved value; saving again works', async () => {
  await send(filled({ address_change: '4' }))
  const answer = await send(filled({ address_change: '6' }))
  expect(answer).toMatchObject({ status: 409, body: { isStale: true, seen: { version: '2' } } })
  expect((await page(answer.body)).match(/Saved version: \d+/g)).toEqual(['Saved version: 4'])
  expect((await send(filled({ address_change: '6' }, '2'))).status).toBe(302)
  expect(await db.select().from(dueHours)).toMatchObject([{ hours: 6, version: 2 }])
})

it('saving from an outdated page does not remove the holidays that a colleague has saved', async () => {
  expect((await send(filled({ KZ: '2026-03-23 Наурыз' }))).status).toBe(302)
  const answer = await send(filled({ address_change: '4' }))
  expect(answer).toMatchObject({ status: 409, body: { isStale: true } })
  expect(await db.select().from(holidays)).toMatchObject([{ country: 'KZ', day: '2026-03-23' }])
  const html = await page(answer.body)
  expect(html).toContain('These settings changed while you were editing')
  expect(html).toContain('In the saved version, not here: 2026-03-23 Наурыз')
  const { seen } = answer.body as { seen: { version: string } }
  const both = filled({ address_change: '4', KZ: '2026-03-23 Наурыз' }, seen.version)
  expect((await send(both)).status).toBe(302)
  expect(await db.$count(holidays)).toBe(1)
})

describe('a draft of holidays, after a colleague saved other holidays,', () => {
  async function kept(KZ: string) {
    const typed = new FormData()
    for (const [name, value] of filled({ KZ })) typed.set(name, value)
    expect((await send(filled({ KZ: '2026-03-23 Наурыз' }))).status).toBe(302)
    await keepDraft(services, superadmin, AT, typed)
    const { body } = await answerOf(() => loader(visit(services, AT, { actor: superadmin }) as never))
    return (body as { version: number; restored: { refusal: { seen: object; isStale: boolean } } }).restored.refusal
  }

  it('shows what the colleague saved before it is sent', async () => {
    const { isStale, seen } = await kept('2026-12-16 Тәуелсіздік күні')
    expect(isStale).toBe(true)
    const html = await page()
    expect(html).toContain('These settings changed while you were editing')
    expect(html).toContain('In the saved version, not here: 2026-03-23 Наурыз')
    expect(html).toContain('2026-12-16 Тәуелсіздік күні')
    const { version } = seen as { version: string }
    expect((await send(filled({ KZ: '2026-12-16 Тәуелсіздік күні' }, version))).status).toBe(302)
  })

  it('is marked outdated, but not compared, while it cannot be parsed', async () => {
    expect(await kept('2026-12-1')).toMatchObject({ isStale: true, seen: {} })
  })
})

it('of two simultaneous saves of holidays, one is refused with 409', async () => {
  const both = await Promise.all([send(filled({ KZ: '2026-03-23 Наурыз' })), send(filled({ KZ: '2026-03-22 Наурыз' }))])
  expect(both.map(({ status }) => status).sort()).toEqual([302, 409])
  expect(await db.$count(holidays)).toBe(1)
})

it.each([
  ['address_change', '0'],
  ['address_change', '401'],
  ['address_change', '1.5'],
  ['KZ', 'Наурыз'],
  ['KZ', '2026-02-30 No such day'],
  ['KZ', '2026-03-23 Нау\0рыз'],
  ['KZ', `2026-03-23 ${'Н'.repeat(81)}`],
  ['KZ', '2026-03-23 Наурыз\n2026-03-23 Наурыз'],
])('field %s refuses %s with 422', async (name, value) => {
  expect((await send(filled({ [name]: value }))).status).toBe(422)
  expect(await db.$count(dueHours)).toBe(0)
})

it.each([
  ['2026-03-21 Наурыз\nNauryz 2026', '“Nauryz 2026” cannot be read'],
  [`2026-03-21 ${'н'.repeat(200)}`, `“2026-03-21 ${'н'.repeat(49)}…” cannot be read`],
  ['2026-03-21 Наурыз\n2026-03-23 Наурыз\n2026-03-21 Nauryz', '2026-03-21 appears twice'],
])('the error names the wrong line of %s', async (KZ, said) => {
  const { body } = await send(filled({ KZ }))
  const { error } = (body as { result: { error: Record<string, string[]> } }).result
  expect(error.KZ?.[0]?.replaceAll(/[\u2066-\u2069]/g, '')).toContain(said)
  expect(error.KZ).toHaveLength(1)
})

it('an empty number of hours is refused as a required field', async () => {
  const { status, body } = await send(filled({ address_change: '' }))
  expect(status).toBe(422)
  expect(body).toMatchObject({ result: { error: { address_change: ['This field is required'] } } })
})

it.each(['1', '400'])('a type may be due after %s hours', (hours) =>
  expect(dueDatesInput(String).safeParse(Object.fromEntries(filled({ address_change: hours }))).success).toBe(true),
)

it.each([
  ['１６', 16],
  [' 16 ', 16],
])('%j is read as 16 hours', (address_change, hours) =>
  expect(dueDatesInput(String).parse(Object.fromEntries(filled({ address_change })))).toMatchObject({
    address_change: hours,
  }),
)

it('a holiday date in full-width digits is read', () =>
  expect(dueDatesInput(String).parse(Object.fromEntries(filled({ CN: '２０２６－１０－０１　国庆节' })))).toMatchObject(
    {
      CN: [{ day: '2026-10-01', name: '国庆节' }],
    },
  ))

it('a country may have 200 holidays, but not 201', () => {
  const days = Array.from({ length: 201 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
  const isTaken = (count: number) => {
    const KZ = days.slice(0, count).map((day) => `${day} Day`)
    return dueDatesInput(String).safeParse(Object.fromEntries(filled({ KZ: KZ.join('\n') }))).success
  }
  expect([isTaken(200), isTaken(201)]).toEqual([true, false])
})

it('a holiday name may have 80 characters, but not 81', () => {
  const isTaken = (signs: number) =>
    dueDatesInput(String).safeParse(Object.fromEntries(filled({ KZ: `2026-03-23 ${'Н'.repeat(signs)}` }))).success
  expect([isTaken(80), isTaken(81)]).toEqual([true, false])
})

it('holidays are sorted by date', () =>
  expect(
    dueDatesInput(String).parse(Object.fromEntries(filled({ CN: '2026-10-01 国庆节\r\n2026-05-01 劳动节' }))).CN,
  ).toEqual([
    { day: '2026-05-01', name: '劳动节' },
    { day: '2026-10-01', name: '国庆节' },
  ]))
