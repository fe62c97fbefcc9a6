import { describe, expect, it } from 'vitest'
import { mayChange, mayCreate, mayDelete, typesToCreate } from '../../../app/domain/invite-codes/invite-rules'
import { shownRecipient } from '../../../app/domain/invites/recipient'
import { createInput, maximumUses } from '../../../app/domain/invites/invite-input'
import { dayOf, endOfDay } from '../../../app/domain/calendar'
import type { Actor } from '../../../app/domain/access'
import { INVITE_TYPES, ROLES, type Role } from '../../../app/vocabulary'
import { rolesUpTo } from '../../../app/domain/access'

const who = (role: Role | null, id = 'me') => ({ id, role })

describe('the types of code that a role may create', () => {
  it.each([
    ['superadmin', [...INVITE_TYPES]],
    ['admin', [...INVITE_TYPES]],
    ['manager', [...INVITE_TYPES]],
    ['cashier', ['invite_to_user']],
    [null, []],
  ] as const)('%s', (role, types) => expect(typesToCreate(who(role))).toEqual(types))

  it.each([
    ['superadmin', ['superadmin', 'admin', 'manager', 'cashier']],
    ['admin', ['admin', 'manager', 'cashier']],
    ['manager', ['manager', 'cashier']],
    ['cashier', ['cashier']],
    [null, []],
  ] as const)('%s may give at most their own role', (role, roles) => {
    expect(rolesUpTo(who(role))).toEqual(roles)
    for (const given of ROLES)
      expect(mayCreate(who(role), 'invite_to_user', given), `${role} makes a ${given}`).toBe(
        (roles as readonly Role[]).includes(given),
      )
  })
})

it.each([
  ['1', true],
  ['100000', true],
  ['100001', false],
])('a code for %s uses may be created: %s', (uses, may) => expect(maximumUses.safeParse(uses).success).toBe(may))

it.each([{}, { lastDay: '', notes: ' ' }])('a code needs neither an expiry date nor notes: %o', (left) => {
  const typed = { id: crypto.randomUUID(), maximumUses: '1', type: 'invite_logistic_provider' }
  expect(createInput('2026-03-02').parse({ ...typed, ...left })).toMatchObject({ lastDay: null, notes: null })
})

describe('who may delete and change a code', () => {
  const own = { createdBy: 'me', type: 'invite_to_user', role: 'cashier' } as const
  const foreign = { ...own, createdBy: 'somebody else' }
  const ofNobody = { ...own, createdBy: null }
  it.each([
    ['superadmin', true, true, true, true],
    ['admin', true, true, true, true],
    ['manager', true, false, true, false],
    ['cashier', false, false, true, false],
    [null, false, false, false, false],
  ] as const)(
    'as %s, for own codes and those of others',
    (role, deletesOwn, deletesForeign, changesOwn, changesForeign) => {
      const actor = who(role)
      expect(mayDelete(actor, own)).toBe(deletesOwn)
      expect(mayDelete(actor, foreign)).toBe(deletesForeign)
      expect(mayDelete(actor, ofNobody)).toBe(deletesForeign)
      expect(mayChange(actor, own)).toBe(changesOwn)
      expect(mayChange(actor, foreign)).toBe(changesForeign)
    },
  )

  it('nobody may change a code that gives a higher role than their own', () => {
    const toTheTop = { createdBy: 'me', type: 'invite_to_user', role: 'superadmin' } as const
    expect(mayChange(who('admin'), toTheTop)).toBe(false)
    expect(mayChange(who('superadmin'), toTheTop)).toBe(true)
  })
})

describe('the last day of a code ends at midnight in the time zone of its creator', () => {
  it.each([
    ['2026-03-02', 'Asia/Almaty', '2026-03-02T19:00:00.000Z'],
    ['2026-03-02', 'UTC', '2026-03-03T00:00:00.000Z'],
    ['2026-03-02', 'Asia/Shanghai', '2026-03-02T16:00:00.000Z'],
    ['2026-03-02', 'America/Los_Angeles', '2026-03-03T08:00:00.000Z'],
    ['2026-03-07', 'America/Los_Angeles', '2026-03-08T08:00:00.000Z'],
    ['2026-03-08', 'America/Los_Angeles', '2026-03-09T07:00:00.000Z'],
    ['2026-10-31', 'America/Los_Angeles', '2026-11-01T07:00:00.000Z'],
    ['2026-11-01', 'America/Los_Angeles', '2026-11-02T08:00:00.000Z'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
    ['2028-02-29', 'Asia/Kathmandu', '2028-02-29T18:15:00.000Z'],
    ['2025-09-06', 'America/Santiago', '2025-09-07T04:00:00.000Z'],
  ])('%s in %s', (day, zone, end) => {
    expect(endOfDay(day, zone)?.toISOString()).toBe(end)
    expect(dayOf(new Date(Date.parse(end) - 1), zone)).toBe(day)
    expect(dayOf(new Date(end), zone)).not.toBe(day)
  })

  it.each(['', '2026-02-30', '2027-02-29', '2026-13-01', '26-03-02', '2026-3-2', '2026-03-02T00:00', 'tomorrow'])(
    '%j is not a day',
    (day) => expect(endOfDay(day, 'Asia/Almaty')).toBeNull(),
  )

  it.each(['UTC', 'America/New_York'])('a day that ends only in the year 10000 is not one, in %s', (zone) => {
    expect(endOfDay('9999-12-31', zone)).toBeNull()
    expect(endOfDay('9999-12-30', zone)?.getUTCFullYear()).toBe(9999)
  })
})

describe('the recipient of a code', () => {
  const sent = { recipient: 'aru@mail.example', channel: 'email', createdBy: 'somebody' } as const
  const phone = { ...sent, recipient: '+77015550001', channel: 'whatsapp' } as const
  const asSeenBy = (role: Role, what: Parameters<typeof shownRecipient>[1], id = 'me') =>
    shownRecipient(who(role, id) as Actor, what)
  it('is masked for staff who may not see contacts, unless they created the code', () => {
    expect(['cashier', 'manager'].map((role) => asSeenBy(role as Role, sent))).toEqual([
      '••• @mail.example',
      sent.recipient,
    ])
    expect(asSeenBy('cashier', phone)).toBe('••• 0001')
    expect(asSeenBy('cashier', phone, 'somebody')).toBe(phone.recipient)
    expect(asSeenBy('cashier', { ...sent, recipient: null })).toBeNull()
  })
})
