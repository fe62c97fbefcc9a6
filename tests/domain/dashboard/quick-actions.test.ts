import { expect, it } from 'vitest'
import { quickActions, type OpenWork } from '../../../app/domain/dashboard/quick-actions'
import { maskedPhone } from '../../../app/domain/phones/masked-phone'

const work: OpenWork = {
  pending: 4,
  mine: 2,
  claimable: 3,
  openModeChanges: 1,
  invitedUsers: 3,
  draftOrganizations: 5,
}
const nothing: OpenWork = {
  pending: 0,
  mine: 0,
  claimable: 0,
  openModeChanges: 0,
  invitedUsers: 0,
  draftOrganizations: 0,
}
const names = (role: 'superadmin' | 'admin' | 'manager' | 'cashier', of = work) =>
  quickActions({ role }, of).map(({ name }) => name)

it('each role is offered only the actions it may take', () => {
  const all = ['mine', 'queue', 'modeChanges', 'invitedUsers', 'drafts']
  expect(names('superadmin')).toEqual(all)
  expect(names('admin')).toEqual(all)
  expect(names('manager')).toEqual(['mine', 'queue', 'invitedUsers', 'drafts'])
  expect(names('cashier')).toEqual(['queue', 'drafts'])
})

it('no action is offered without work behind it', () => {
  expect(names('superadmin', nothing)).toEqual([])
  expect(names('superadmin', { ...nothing, mine: 1 })).toEqual(['mine'])
})

it('each action leads to the work it counts', () => {
  expect(quickActions({ role: 'superadmin' }, work).map(({ href, count }) => [href, count])).toEqual([
    ['/verifications/?view=mine', 2],
    ['/verifications/?view=claimable', 3],
    ['/verifications/?tab=mode-changes&status=pending&status=under_review', 1],
    ['/users/?status=invited', 3],
    ['/organizations/?status=draft', 5],
  ])
})

it('a cashier, who decides nothing, is led to the pending applications', () =>
  expect(quickActions({ role: 'cashier' }, work)[0]).toMatchObject({
    href: '/verifications/?status=pending',
    count: 4,
  }))

it('a masked phone number shows its country code and its last 4 digits', () => {
  expect(maskedPhone('+77010000001')).toBe('+7 ••• 0001')
  expect(maskedPhone('+8613912345678')).toBe('+86 ••• 5678')
})
