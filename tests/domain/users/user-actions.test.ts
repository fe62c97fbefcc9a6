import { describe, expect, it } from 'vitest'
import {
  dataRequestState,
  EXPORT_KEPT_MS,
  mayDecideOnData,
  obstacleToData,
  type DataRequestIntent,
} from '../../../app/domain/users/personal-data/data-request-actions'
import {
  CHANGE_AFTER_MS,
  mayRecover,
  RECOVERY_INTENTS,
  recoveryState,
  type RecoveryIntent,
} from '../../../app/domain/users/recovery/recovery-actions'
import {
  mayDoToUser,
  rolesToInvite,
  USER_ACTION_NAMES,
  userActionsOpenTo,
} from '../../../app/domain/users/user-actions'
import { ROLES, USER_STATUSES, type RecoveryState, type Role, type UserStatus } from '../../../app/vocabulary'
import { rolesUpTo } from '../../../app/domain/access'

/** What each role may do to a user of each role (decisions, Roles): i invite again, p pause, s suspend and restore, r change role. */
const REACH: Record<Role, Record<Role | 'partner', string>> = {
  superadmin: { superadmin: 'sr', admin: 'ipsr', manager: 'ipsr', cashier: 'ipsr', partner: 'ps' },
  admin: { superadmin: '', admin: '', manager: 'ipsr', cashier: 'ipsr', partner: 'ps' },
  manager: { superadmin: '', admin: '', manager: '', cashier: 'ip', partner: 'p' },
  cashier: { superadmin: '', admin: '', manager: '', cashier: '', partner: '' },
}
const LETTERS = { role: 'r', invite: 'i', deactivate: 'p', reactivate: 'p', suspend: 's', restore: 's' } as const
const FROM: Record<(typeof USER_ACTION_NAMES)[number], UserStatus[]> = {
  role: ['active', 'inactive', 'invited'],
  invite: ['invited'],
  deactivate: ['active', 'invited'],
  reactivate: ['inactive'],
  suspend: ['active', 'inactive', 'invited'],
  restore: ['suspended'],
}

describe.each(ROLES)('%s', (actorRole) => {
  const actor = { id: 'me', role: actorRole }

  it.each([...ROLES, 'partner'] as const)('may do to %s exactly what the table of roles allows', (whose) => {
    const role = whose === 'partner' ? null : whose
    for (const action of USER_ACTION_NAMES)
      expect([action, mayDoToUser(actor, { id: 'other', role }, action)]).toEqual([
        action,
        REACH[actorRole][whose].includes(LETTERS[action]),
      ])
  })

  it('may do nothing to themselves', () => {
    for (const action of USER_ACTION_NAMES)
      expect(mayDoToUser(actor, { id: 'me', role: actorRole }, action)).toBe(false)
  })
})

it('a person without a role may do nothing to anybody', () => {
  for (const action of USER_ACTION_NAMES)
    expect(mayDoToUser({ id: 'me', role: null }, { id: 'other', role: null }, action)).toBe(false)
})

it.each(USER_STATUSES)(
  'a superadmin is offered every action that the status %s allows, and none on an erased user',
  (status) => {
    const other = { id: 'other', role: 'cashier', status } as const
    const open = userActionsOpenTo({ id: 'me', role: 'superadmin' }, { ...other, erasedAt: null })
    expect(userActionsOpenTo({ id: 'me', role: 'superadmin' }, { ...other, erasedAt: new Date() })).toEqual([])
    expect(open).toEqual(USER_ACTION_NAMES.filter((action) => FROM[action].includes(status)))
  },
)

it('staff give roles up to their own and invite only below it', () => {
  expect(rolesUpTo({ role: 'admin' })).toEqual(['admin', 'manager', 'cashier'])
  expect(rolesToInvite({ id: 'me', role: 'admin' })).toEqual(['manager', 'cashier'])
  expect(rolesToInvite({ id: 'me', role: 'cashier' })).toEqual([])
})

it('superadmins cannot propose or agree to move their own number, but they can cancel it', () => {
  const owner = { id: 'owner', role: 'superadmin', isGuarded: true } as const
  const other = { id: 'other', role: 'superadmin' } as const
  const may = (actor: typeof other | typeof owner, action: RecoveryIntent, state: RecoveryState) =>
    mayRecover(actor, action, { state, proposedBy: 'third', user: owner }, true)
  expect([may(owner, 'propose', 'waiting'), may(owner, 'agree', 'proposed')]).toEqual([false, false])
  expect([may(other, 'propose', 'waiting'), may(other, 'agree', 'proposed')]).toEqual([true, true])
  expect(may(owner, 'cancel', 'agreed')).toBe(true)
})

it.each<[RecoveryState, 'guarded' | 'other', Role, string, string]>([
  ['waiting', 'other', 'admin', 'me', 'change decline'],
  ['waiting', 'other', 'superadmin', 'me', 'change decline'],
  ['waiting', 'guarded', 'admin', 'me', 'decline'],
  ['waiting', 'guarded', 'superadmin', 'me', 'propose decline'],
  ['proposed', 'guarded', 'admin', 'me', ''],
  ['proposed', 'guarded', 'superadmin', 'me', 'agree decline'],
  ['proposed', 'guarded', 'superadmin', 'who proposed', 'decline'],
  ['agreed', 'guarded', 'admin', 'me', ''],
  ['agreed', 'guarded', 'superadmin', 'me', 'cancel'],
  ['agreed', 'guarded', 'superadmin', 'who proposed', 'cancel'],
  ['number_changed', 'guarded', 'superadmin', 'me', ''],
  ['declined', 'other', 'superadmin', 'me', ''],
  ['cancelled', 'guarded', 'superadmin', 'me', ''],
])('on a %s request for the number of a %s user, a %s who is %s may: %s', (state, kind, role, id, buttons) => {
  const user = { id: 'x', role: 'manager', isGuarded: kind === 'guarded' } as const
  const asked = { state, proposedBy: state === 'waiting' ? null : 'who proposed', user }
  expect(RECOVERY_INTENTS.filter((intent) => mayRecover({ id, role }, intent, asked, true)).join(' ')).toBe(buttons)
  const undecided = RECOVERY_INTENTS.filter((intent) => mayRecover({ id, role }, intent, asked, false)).join(' ')
  expect(undecided).toBe(buttons.replace('change', '').replace('decline', '').trim())
})

it('a recovery request has the state of its latest step, and a guarded number changes 24 hours after agreement', () => {
  const at = new Date()
  expect([
    recoveryState({ outcome: null, proposedAt: null, agreedAt: null }),
    recoveryState({ outcome: null, proposedAt: at, agreedAt: null }),
    recoveryState({ outcome: null, proposedAt: at, agreedAt: at }),
    recoveryState({ outcome: null, proposedAt: null, agreedAt: at }),
    recoveryState({ outcome: 'cancelled', proposedAt: at, agreedAt: at }),
  ]).toEqual(['waiting', 'proposed', 'agreed', 'agreed', 'cancelled'])
  expect(CHANGE_AFTER_MS).toBe(24 * 3_600_000)
})

describe('a request for the data of a person', () => {
  const BUTTONS: DataRequestIntent[] = ['propose', 'agree', 'return', 'withdraw']
  it.each([
    ['none', 'superadmin', 'me', 'propose'],
    ['proposed', 'superadmin', 'me', 'withdraw'],
    ['proposed', 'superadmin', 'second', 'agree return'],
    ['agreed', 'superadmin', 'second', ''],
    ['none', 'superadmin', 'the person', ''],
    ['proposed', 'superadmin', 'the person', ''],
    ['none', 'admin', 'me', ''],
    ['proposed', 'admin', 'second', ''],
  ] as const)('in state %s lets a %s who is %s: %s', (state, role, id, buttons) => {
    const asked = { userId: 'the person', state, proposedBy: state === 'none' ? null : 'me' }
    expect(BUTTONS.filter((intent) => mayDecideOnData({ id, role }, intent, asked)).join(' ')).toBe(buttons)
  })

  it('lets an export be taken for 24 hours after the agreement, then has to be proposed again', () => {
    const agreedAt = new Date('2026-03-02T09:00:00.000Z')
    const after = (ms: number) => dataRequestState({ proposedBy: 'me', agreedAt }, new Date(agreedAt.getTime() + ms))
    expect(EXPORT_KEPT_MS).toBe(24 * 3_600_000)
    expect([after(0), after(EXPORT_KEPT_MS - 1), after(EXPORT_KEPT_MS)]).toEqual(['agreed', 'agreed', 'none'])
    expect(dataRequestState(null, agreedAt)).toBe('none')
    expect(dataRequestState({ proposedBy: 'me', agreedAt: null }, agreedAt)).toBe('proposed')
  })

  it.each<[Parameters<typeof obstacleToData>[1], boolean, number, string | null, string | null]>([
    [{ id: 'me', role: 'manager', status: 'inactive', erasedAt: null }, false, 2, 'own', 'own'],
    [{ id: 'x', role: 'manager', status: 'inactive', erasedAt: new Date() }, true, 2, 'erased', 'erased'],
    [{ id: 'x', role: 'manager', status: 'active', erasedAt: null }, true, 2, 'held', null],
    [{ id: 'x', role: 'superadmin', status: 'active', erasedAt: null }, false, 0, 'lastSuperadmin', null],
    [{ id: 'x', role: 'superadmin', status: 'inactive', erasedAt: null }, true, 0, 'held', null],
    [{ id: 'x', role: 'superadmin', status: 'inactive', erasedAt: null }, false, 1, null, null],
    [{ id: 'x', role: 'manager', status: 'inactive', erasedAt: null }, false, 0, null, null],
    [{ id: 'x', role: null, status: 'suspended', erasedAt: null }, false, 2, null, null],
    [{ id: 'x', role: null, status: 'active', erasedAt: null }, false, 2, 'active', null],
    [{ id: 'x', role: null, status: 'invited', erasedAt: null }, false, 2, 'active', null],
  ])('for %j, held %s, with %d other superadmins: erasing is blocked by %s, an export by %s', (...row) => {
    const [user, isUnderHold, otherSuperadmins, erasing, exporting] = row
    const known = { actorId: 'me', isUnderHold, otherSuperadmins }
    expect([obstacleToData('erase', user, known), obstacleToData('export', user, known)]).toEqual([erasing, exporting])
  })
})
