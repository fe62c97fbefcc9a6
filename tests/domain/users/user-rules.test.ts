import { expect, it } from 'vitest'
import { isBlocked } from '../../../app/domain/users/recovery/recovery-actions'
import { isPasskeyRequired } from '../../../app/domain/passkeys/passkey'
import { ROLES, USER_STATUSES } from '../../../app/vocabulary'

it('nobody may change the number of somebody who is suspended or inactive', () =>
  expect(USER_STATUSES.filter(isBlocked).toSorted()).toEqual(['inactive', 'suspended']))

it.each([
  [null, []],
  ['superadmin', ['superadmin']],
  ['manager', ['superadmin', 'admin', 'manager']],
  ['cashier', ['superadmin', 'admin', 'manager', 'cashier']],
] as const)('when a passkey is asked from %s up, these roles have to use it', (from, roles) => {
  expect(ROLES.filter((role) => isPasskeyRequired(from, role))).toEqual(roles)
  expect(isPasskeyRequired(from, null)).toBe(false)
})
