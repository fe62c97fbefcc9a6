import { describe, expect, it } from 'vitest'
import { SENSITIVE_VERIFICATION_TYPES } from '../../app/domain/access'
import {
  allowedActions,
  mayDecide,
  type MayDecide,
  type VerificationAction,
} from '../../app/domain/verifications/verification-actions'
import {
  ROLES,
  VERIFICATION_STATUSES,
  VERIFICATION_TYPES,
  WAITS_FOR,
  type Role,
  type VerificationStatus,
} from '../../app/vocabulary'

const ACTIONS = ['start', 'approve', 'reject', 'request-info', 'resubmit'] as const
const from = (status: VerificationStatus, type: (typeof VERIFICATION_TYPES)[number] = 'initial_registration') => ({
  type,
  status,
  organizationId: 'steppe',
  submittedBy: 'aigul',
})
const staff = (role: Role) => ({ id: 'dana', role, organizationId: null })

const OPEN: Record<VerificationStatus, VerificationAction[]> = {
  pending: ['start'],
  under_review: ['approve', 'reject', 'request-info'],
  need_more_info: ['reject', 'resubmit'],
  approved: [],
  rejected: [],
}

describe('state × action × role', () => {
  const table = VERIFICATION_STATUSES.flatMap((status) =>
    ACTIONS.flatMap((action) => ROLES.map((role) => [status, action, role] as const)),
  )
  it.each(table)('%s, %s by a %s', (status, action, role) => {
    const expected: MayDecide = role === 'cashier' ? 'role' : OPEN[status].includes(action) ? 'yes' : 'state'
    expect(mayDecide(staff(role), from(status), action)).toBe(expected)
  })
})

/** What leads out of a status says whom it waits for: an answer is the applicant's, a review ours, nothing is nobody's. */
it.each(VERIFICATION_STATUSES)('%s waits for whoever can lead out of it', (status) => {
  const waiting = OPEN[status].length === 0 ? 'nobody' : OPEN[status].includes('resubmit') ? 'applicant' : 'us'
  expect(WAITS_FOR[status]).toBe(waiting)
})

describe('only admins decide the sensitive types', () => {
  it('which are three', () =>
    expect(SENSITIVE_VERIFICATION_TYPES).toEqual([
      'bank_account_update',
      'legal_representative_change',
      'operation_mode_change',
    ]))

  const table = VERIFICATION_TYPES.flatMap((type) =>
    (['approve', 'reject', 'request-info'] as const).flatMap((action) =>
      ROLES.map((role) => [type, action, role] as const),
    ),
  )
  it.each(table)('%s, %s by a %s', (type, action, role) => {
    const isSensitive = ['bank_account_update', 'legal_representative_change', 'operation_mode_change'].includes(type)
    const mayAct = role === 'superadmin' || role === 'admin' || (role === 'manager' && !isSensitive)
    expect(mayDecide(staff(role), from('under_review', type), action)).toBe(mayAct ? 'yes' : 'role')
  })

  it.each(SENSITIVE_VERIFICATION_TYPES)('a manager may not claim %s, but take the applicant’s answer', (type) => {
    expect(mayDecide(staff('manager'), from('pending', type), 'start')).toBe('role')
    expect(mayDecide(staff('manager'), from('need_more_info', type), 'resubmit')).toBe('yes')
  })
})

describe('one’s own application', () => {
  const self = { id: 'aigul', role: 'superadmin' as const, organizationId: null }

  it.each([
    ['pending', 'start'],
    ['under_review', 'approve'],
    ['under_review', 'reject'],
    ['under_review', 'request-info'],
    ['approved', 'approve'],
  ] as const)('%s: nobody may %s it', (status, action) =>
    expect(mayDecide(self, from(status), action)).toBe('conflict-of-interest'),
  )

  it('may be submitted again', () => expect(mayDecide(self, from('need_more_info'), 'resubmit')).toBe('yes'))
})

describe('a partner', () => {
  const aigul = { id: 'aigul', role: null, organizationId: 'steppe' }
  it('submits their own organization’s application again, and does nothing else', () =>
    expect(VERIFICATION_STATUSES.map((status) => allowedActions(aigul, from(status)))).toEqual([
      [],
      [],
      [],
      [],
      ['resubmit'],
    ]))
  it('does nothing to another organization', () =>
    expect(mayDecide({ ...aigul, organizationId: 'other' }, from('need_more_info'), 'resubmit')).toBe('role'))
})

it('buttons come from the same table', () => {
  expect(VERIFICATION_STATUSES.map((status) => allowedActions(staff('admin'), from(status)))).toEqual([
    ['start'],
    ['approve', 'reject', 'request-info'],
    [],
    [],
    ['reject', 'resubmit'],
  ])
  expect(allowedActions(staff('manager'), from('under_review', 'bank_account_update'))).toEqual([])
  expect(allowedActions(staff('cashier'), from('pending'))).toEqual([])
})
