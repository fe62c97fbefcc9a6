import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import { grant } from '../../../app/domain/access'
import { findDuplicates } from '../../../app/domain/organizations/duplicates.server'
import { organizationList } from '../../../app/domain/organizations/organization-list'
import { facetsOf } from '../../../app/domain/organizations/organization-facets'
import { listOrganizations } from '../../../app/domain/organizations/organizations.server'
import { waitsFor } from '../../../app/domain/organizations/status/waits-for'
import { ORGANIZATION_STATUSES, VERIFICATION_STATUSES } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { before, organization, staff, verification } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let manager: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
})

const permitOf = (actor: Actor) => {
  const permit = grant(actor, 'organizations.read')
  if (!permit) throw new Error('no permit')
  return permit
}
const search = (q: string, actor = manager) =>
  listOrganizations({ db }, permitOf(actor), organizationList.read(new URLSearchParams({ q })))
const found = async (q: string, actor = manager) => (await search(q, actor)).rows.map(({ name }) => name)

describe('the search of organizations', () => {
  beforeEach(async () => {
    await organization(db, { name: 'Алатау', legalName: 'ТОО «Алатау»', createdAt: before(9 * DAY_MS) })
    await organization(db, { name: 'Алатау Экспресс', legalName: '«Алатау Экспресс» ЖШС', createdAt: before(DAY_MS) })
    await organization(db, {
      name: 'Новый Алатау',
      legalName: 'ООО «Новый Алатау»',
      registrationNumber: '7701234567',
      phone: '+77272987654',
      email: 'office@novy.example',
    })
  })

  it.each(['alatau', 'АЛАТАУ', 'fkfnfe', 'ТОО Алатау', 'alatau llp'])(
    'finds a name typed in another script, with any legal form or on the wrong keyboard: %s',
    async (q) => expect(await found(q)).toEqual(expect.arrayContaining(['Алатау', 'Алатау Экспресс', 'Новый Алатау'])),
  )

  it('ranks a whole name first, then a name that begins with the words, then a word inside a name', async () => {
    expect(await found('alatau')).toEqual(['Алатау', 'Алатау Экспресс', 'Новый Алатау'])
  })

  it('matches one or two letters only at the beginning of a word', async () => {
    expect(await found('эк')).toEqual(['Алатау Экспресс'])
    expect(await found('н')).toEqual(['Новый Алатау'])
    expect(await found('а')).toEqual(['Алатау', 'Алатау Экспресс', 'Новый Алатау'])
    expect(await found('та')).toEqual([])
    expect(await found('тау')).toHaveLength(3)
  })

  it('falls back to names that sound alike when no name contains the words, and marks the result as loose', async () => {
    const { rows, isLoose } = await search('алатао экспрес')
    expect(rows[0]?.name).toBe('Алатау Экспресс')
    expect(isLoose).toBe(true)
    expect((await search('alatau')).isLoose).toBe(false)
    expect((await search('xyzzy')).rows).toEqual([])
  })

  it.each([
    '770-123 45.67',
    '7701234567',
    '+7 (727) 298-76-54',
    '8 727 298 76 54',
    '29876',
    'office@novy',
    'NOVY.example',
  ])('finds by registration number, phone or the start of an e-mail, but not by its domain alone: %s', async (q) =>
    expect((await found(q))[0]).toBe(q === 'NOVY.example' ? undefined : 'Новый Алатау'),
  )

  it('ranks an exact registration number first, whatever its separators or case', async () => {
    const whole = await organization(db, {
      name: 'Bota',
      registrationNumber: '98-7654321',
      createdAt: before(9 * DAY_MS),
    })
    await organization(db, { name: 'Zhol', registrationNumber: '198 7654321' })
    for (const typed of ['98-7654321', '987654321', '98.765/4321'])
      expect(await found(typed)).toEqual([whole.name, 'Zhol'])
    const cyrillic = await organization(db, { name: 'Kol', registrationNumber: 'АБ-1234' })
    for (const typed of ['АБ-1234', 'аб1234']) expect(await found(typed)).toEqual([cyrillic.name])
  })

  it.each(['+7 727 298 76 54', '298765', 'office@novy'])(
    'finds by phone or e-mail for a manager, but never for a cashier: %s',
    async (q) => {
      expect(await found(q, manager)).toEqual(['Новый Алатау'])
      expect(await found(q, cashier)).toEqual([])
    },
  )

  it('takes two statements, and three when it falls back to names that sound alike', async () => {
    expect(await statementsDuring(() => search('alatau'))).toBe(2)
    expect(await statementsDuring(() => search('алатао экспрес'))).toBe(3)
  })
})

describe('the filter counts of organizations', () => {
  const groups = [
    { status: 'active', mode: 'hybrid', country: 'KZ', n: 5 },
    { status: 'active', mode: 'independent', country: 'RU', n: 2 },
    { status: 'pending', mode: 'hybrid', country: 'RU', n: 1 },
  ] as const

  it('count for each choice what the other filters leave', () => {
    const { total, facets } = facetsOf(groups, { status: ['active'], mode: [], country: ['RU'] })
    expect(total).toBe(2)
    expect(facets.status).toMatchObject({ active: 2, pending: 1, draft: 0 })
    expect(facets.country).toEqual({ KZ: 5, RU: 2, CN: 0, US: 0 })
    expect(facets.mode).toEqual({ self_operated: 0, hybrid: 0, independent: 2 })
  })

  it('cover the whole result, not only the page', async () => {
    for (let n = 0; n < 12; n += 1) await organization(db, { country: n < 8 ? 'KZ' : 'US', status: 'active' })
    const list = await listOrganizations(
      { db },
      permitOf(manager),
      organizationList.read(new URLSearchParams('country=KZ')),
    )
    expect(list.total).toBe(8)
    expect(list.facets?.country).toMatchObject({ KZ: 8, US: 4 })
  })
})

describe('what an organization waits for', () => {
  it.each(ORGANIZATION_STATUSES.flatMap((status) => VERIFICATION_STATUSES.map((open) => [status, open] as const)))(
    'follows an open application, or else the status of the organization: %s with an application %s',
    (status, open) => {
      const wait = waitsFor(status, { id: 'x', type: 'address_change', status: open })
      const expected = { pending: 'review', under_review: 'decision', need_more_info: 'answer' }
      expect(wait).toBe(open in expected ? expected[open as keyof typeof expected] : waitsFor(status, null))
    },
  )

  it.each([
    ['draft', 'setup'],
    ['submitted', 'review'],
    ['pending', 'review'],
    ['approved', 'activation'],
    ['rejected', 'resubmission'],
    ['suspended', 'reactivation'],
    ['active', null],
    ['archived', null],
  ] as const)('depends on its status when no application is open: %s waits for %s', (status, wait) =>
    expect(waitsFor(status, null)).toBe(wait),
  )

  it('is named by the oldest open application, with its id', async () => {
    const { id } = await organization(db, { status: 'active' })
    await verification(db, {
      organizationId: id,
      type: 'address_change',
      status: 'under_review',
      submittedAt: before(DAY_MS),
    })
    const old = await verification(db, {
      organizationId: id,
      type: 'bank_account_update',
      status: 'pending',
      submittedAt: before(3 * DAY_MS),
    })
    expect((await search('')).rows[0]).toMatchObject({
      waitsFor: 'review',
      open: { id: old.id, type: 'bank_account_update' },
    })
  })
})

describe('duplicates of an organization', () => {
  it('are found by number, phone or name, across scripts and legal forms, with the causes named', async () => {
    const own = await organization(db, { name: 'Жібек Жолы', registrationNumber: '1001', phone: '+77010001001' })
    const number = await organization(db, { name: 'Өзге', registrationNumber: '1001', phone: '+77010001002' })
    const dashed = await organization(db, { name: 'Тағы', registrationNumber: '1-0 01', phone: '+77010001007' })
    const phone = await organization(db, { name: 'Басқа', registrationNumber: '1003', phone: '+77010001001' })
    const name = await organization(db, {
      name: 'ТОО «Zhibek Zholy»',
      registrationNumber: '1004',
      phone: '+77010001004',
    })
    await organization(db, { name: 'Жібек Жолы Транс', registrationNumber: '1005', phone: '+77010001005' })
    await organization(db, { name: 'Abroad', country: 'RU', registrationNumber: '1001', phone: '+77010001006' })
    const told = await findDuplicates({ db }, permitOf(manager), own)
    expect(new Map(told.map(({ id, causes }) => [id, causes]))).toEqual(
      new Map([
        [number.id, ['number']],
        [dashed.id, ['number']],
        [phone.id, ['phone']],
        [name.id, ['name']],
      ]),
    )
  })

  it('are limited to the newest five, newest first', async () => {
    const own = await organization(db, { name: 'Арна', registrationNumber: '2000', phone: '+77010002000' })
    for (let n = 0; n < 6; n += 1)
      await organization(db, {
        name: `Other ${n}`,
        registrationNumber: '2000',
        phone: `+7701000210${n}`,
        createdAt: before((6 - n) * DAY_MS),
      })
    const told = await findDuplicates({ db }, permitOf(manager), own)
    expect(told.map(({ name }) => name)).toEqual(['Other 5', 'Other 4', 'Other 3', 'Other 2', 'Other 1'])
  })

  it('are not found by empty fields', async () => {
    const own = await organization(db, { name: 'Бір', registrationNumber: '', phone: '' })
    await organization(db, { name: 'Екі', registrationNumber: '', phone: '' })
    expect(await findDuplicates({ db }, permitOf(manager), own)).toEqual([])
    expect(await findDuplicates({ db }, permitOf(manager), { ...own, phone: null })).toEqual([])
  })
})
