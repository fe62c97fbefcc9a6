import { describe, expect, it } from 'vitest'
import { draftFor, timeZoneOf } from '../../../app/domain/join/draft.server'
import { landingPath } from '../../../app/domain/join/landing-path'
import { refusalOf, roleGiven, type InviteUse } from '../../../app/domain/join/invite-use'
import { personInput } from '../../../app/domain/join/input.server'
import { beginJoin, joinLeftMs, nextJoinStep } from '../../../app/domain/join/join'
import { ORGANIZATION_STATUSES, ROLES, type OrganizationStatus, type Role } from '../../../app/vocabulary'

const NOW = new Date('2026-03-02T09:00:00Z')
const LATER = new Date('2026-03-02T09:00:01Z')

const invite = (more: Partial<InviteUse> = {}): InviteUse => ({
  type: 'invite_logistic_provider',
  usedCount: 0,
  maximumUses: 1,
  expiresAt: null,
  deletedAt: null,
  role: null,
  organization: null,
  creator: { role: 'manager', status: 'active' },
  ...more,
})

describe('an invite code', () => {
  it.each<[string, Partial<InviteUse>, ReturnType<typeof refusalOf>]>([
    ['with a use left is good', {}, null],
    ['in its last second is good', { expiresAt: LATER }, null],
    ['at its end has expired', { expiresAt: NOW }, 'expired'],
    ['without a use left is used up', { usedCount: 1 }, 'used'],
    ['used up and expired is used up', { usedCount: 1, expiresAt: NOW }, 'used'],
    ['that was deleted is unknown', { deletedAt: NOW }, 'unknown'],
    ['that was deleted and used up is unknown', { deletedAt: NOW, usedCount: 1 }, 'unknown'],
    [
      'into an archived organization is unknown',
      { type: 'invite_to_organization', organization: { status: 'archived' } },
      'unknown',
    ],
    ['into no organization is unknown', { type: 'invite_to_organization' }, 'unknown'],
    [
      'into a suspended organization is good',
      { type: 'invite_to_organization', organization: { status: 'suspended' } },
      null,
    ],
    [
      'to the staff by somebody blocked is unknown',
      { type: 'invite_to_user', role: 'cashier', creator: { role: 'admin', status: 'suspended' } },
      'unknown',
    ],
    [
      'to the staff by somebody no longer staff is unknown',
      { type: 'invite_to_user', role: 'cashier', creator: { role: null, status: 'active' } },
      'unknown',
    ],
    [
      'for a superadmin by somebody who is one no more is unknown',
      { type: 'invite_to_user', role: 'superadmin', creator: { role: 'admin', status: 'active' } },
      'unknown',
    ],
    [
      'for a cashier by a cashier is good',
      { type: 'invite_to_user', role: 'cashier', creator: { role: 'cashier', status: 'active' } },
      null,
    ],
    ['for a provider by somebody blocked stays good', { creator: { role: 'admin', status: 'suspended' } }, null],
  ])('%s', (_, more, refusal) => {
    expect(refusalOf(invite(more), NOW)).toBe(refusal)
  })

  it('that was never made is unknown', () => expect(refusalOf(null, NOW)).toBe('unknown'))
})

describe('the role an invite gives', () => {
  const given = (role: Role | null, creator: Role) =>
    roleGiven({ type: 'invite_to_user', role, creator: { role: creator, status: 'active' } })

  it.each<[Role, Role, Role | null]>([
    ['cashier', 'superadmin', 'cashier'],
    ['superadmin', 'superadmin', 'superadmin'],
    ['superadmin', 'manager', null],
    ['superadmin', 'admin', null],
    ['admin', 'cashier', null],
    ['cashier', 'manager', 'cashier'],
    ['manager', 'manager', 'manager'],
  ])('naming %s, made by somebody who is now %s: %s', (named, creator, role) =>
    expect(given(named, creator)).toBe(role),
  )

  it('is the named one or none, and never above the present role of its creator', () => {
    for (const named of ROLES)
      for (const creator of ROLES)
        expect(given(named, creator)).toBe(ROLES.indexOf(named) < ROLES.indexOf(creator) ? null : named)
  })

  it('is none for partners, whatever the code names', () => {
    for (const type of ['invite_to_organization', 'invite_logistic_provider'] as const)
      expect(roleGiven({ type, role: 'superadmin', creator: null })).toBeNull()
  })

  it('is the named one when the operator made the code', () =>
    expect(roleGiven({ type: 'invite_to_user', role: 'admin', creator: null })).toBe('admin'))
})

describe('a join', () => {
  const begun = beginJoin('INV-7K4M-9QXT-2B8D', NOW)
  const person = { name: 'Динара', phone: '+77017654321', language: 'kk' as const }
  const challenge = { id: 'a', channel: 'sms' as const, resendAtMs: 0 }

  it('removes invisible characters from the name', () => {
    const typed = { name: '  Айгүл\u202e \u0007 Ким\u200b', phone: '+77017654321', terms: 'accepted' }
    expect(personInput(['KZ']).parse(typed).name).toBe('Айгүл Ким')
    expect(personInput(['KZ']).safeParse({ ...typed, name: '\u200b\u202e' }).success).toBe(false)
  })

  it('is in English when none of our languages was chosen', () => {
    const typed = { name: 'Айгүл Ким', phone: '+77017654321', terms: 'accepted' }
    expect(personInput(['KZ']).parse(typed).language).toBe('en')
    expect(personInput(['KZ']).parse({ ...typed, language: 'de' }).language).toBe('en')
    expect(personInput(['KZ']).parse({ ...typed, language: 'kk' }).language).toBe('kk')
  })

  it('lasts 30 minutes', () => {
    expect(joinLeftMs(begun, NOW)).toBe(30 * 60_000)
    expect(joinLeftMs(begun, new Date(NOW.getTime() + 30 * 60_000))).toBe(0)
    expect(joinLeftMs(begun, new Date(NOW.getTime() + 31 * 60_000))).toBe(0)
  })

  it('resumes at the step where it was left', () => {
    expect(nextJoinStep(null)).toBe('invite')
    expect(nextJoinStep(begun)).toBe('you')
    expect(nextJoinStep({ ...begun, person })).toBe('you')
    expect(nextJoinStep({ ...begun, person, challenge })).toBe('code')
  })
})

it.each([
  ['KZ', 'Asia/Almaty', 'KZT'],
  ['CN', 'Asia/Shanghai', 'CNY'],
  ['RU', 'Europe/Moscow', 'RUB'],
  ['US', 'America/New_York', 'USD'],
  [null, 'Asia/Almaty', 'KZT'],
] as const)('somebody who joins from %s begins in %s with %s', (country, timeZone, defaultCurrency) => {
  expect(timeZoneOf(country)).toBe(timeZone)
  const draft = draftFor({ name: 'Динара', phone: '+77017654321', language: 'kk' }, country)
  expect(draft).toMatchObject({ country: country ?? 'KZ', timeZone, defaultCurrency })
})

it('a draft organization takes orders up to 30 kg and 120 cm within 30 minutes, with nothing else on', () => {
  const { name, phone, ...draft } = draftFor({ name: 'Динара', phone: '+77017654321', language: 'kk' }, 'KZ')
  expect([name, phone]).toEqual(['Динара', '+77017654321'])
  expect(draft).toMatchObject({ status: 'draft', isTrial: true, operationMode: 'self_operated', defaultLocale: 'kk' })
  const told = Object.entries(draft).filter(
    ([field, value]) => typeof value === 'number' || (value === true && field !== 'isTrial'),
  )
  expect(Object.fromEntries(told)).toEqual({ orderTimeoutMinutes: 30, maxWeightKg: 30, maxSizeCm: 120 })
})

describe('the landing page', () => {
  const ID = '5f0c8a52-0000-4000-8000-000000000001'

  it('of staff is the dashboard', () => {
    for (const role of ROLES) expect(landingPath({ role, organization: null })).toBe('/')
  })

  it('of staff is the page that they chose, while their role opens it', () => {
    const path = (role: Role) => landingPath({ role, startPage: 'users', organization: null })
    expect([path('manager'), path('cashier')]).toEqual(['/users/', '/'])
  })

  it.each(ORGANIZATION_STATUSES)(
    'of a partner whose organization is %s is its setup or its verification status',
    (status: OrganizationStatus) => {
      const page = status === 'draft' || status === 'rejected' ? 'setup' : 'verification-status'
      expect(landingPath({ role: null, organization: { id: ID, status } })).toBe(`/organizations/${ID}/${page}`)
    },
  )

  it('of a partner without an organization is the settings', () =>
    expect(landingPath({ role: null, organization: null })).toBe('/settings'))
})
