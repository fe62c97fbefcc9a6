import { describe, expect, it } from 'vitest'
import { SENSITIVE_VERIFICATION_TYPES } from '../../../../app/domain/access'
import { applicantHistory } from '../../../../app/domain/verifications/applicant-history'
import {
  isHeldByOther,
  isIdle,
  mayFinish,
  PRESENCE_BEAT_MS,
  reservedOf,
  viewingAt,
} from '../../../../app/domain/verifications/claims/claim'
import { whatChanged } from '../../../../app/domain/verifications/comparison/what-changed'
import { missingForApproval, waitEnded } from '../../../../app/domain/verifications/decisions/decision'
import { DAY_MS } from '../../../../app/durations'
import {
  allowedActions,
  permissionFor,
  type ActionPermission,
  type VerificationAction,
} from '../../../../app/domain/verifications/verification-actions'
import {
  ROLES,
  VERIFICATION_STATUSES,
  VERIFICATION_TYPES,
  WAITS_FOR,
  type Role,
  type HistoryEvent,
  type VerificationStatus,
} from '../../../../app/vocabulary'

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
  it.each(table)('status %s: %s by a %s', (status, action, role) => {
    const expected: ActionPermission = role === 'cashier' ? 'role' : OPEN[status].includes(action) ? 'yes' : 'state'
    expect(permissionFor(staff(role), from(status), action)).toBe(expected)
  })
})

/** The actions out of a status say whom it waits for: the applicant to answer, staff to review, or nobody. */
it.each(VERIFICATION_STATUSES)('an application that is %s waits for whoever may move it on', (status) => {
  const waiting = OPEN[status].length === 0 ? 'nobody' : OPEN[status].includes('resubmit') ? 'applicant' : 'us'
  expect(WAITS_FOR[status]).toBe(waiting)
})

describe('only admins decide the sensitive types', () => {
  it('the sensitive types are bank account, representative and operation mode', () =>
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
  it.each(table)('type %s: %s by a %s', (type, action, role) => {
    const isSensitive = ['bank_account_update', 'legal_representative_change', 'operation_mode_change'].includes(type)
    const mayAct = role === 'superadmin' || role === 'admin' || (role === 'manager' && !isSensitive)
    expect(permissionFor(staff(role), from('under_review', type), action)).toBe(mayAct ? 'yes' : 'role')
  })

  it.each(SENSITIVE_VERIFICATION_TYPES)(
    'a manager may not claim a %s, but may record the applicant’s answer',
    (type) => {
      expect(permissionFor(staff('manager'), from('pending', type), 'start')).toBe('role')
      expect(permissionFor(staff('manager'), from('need_more_info', type), 'resubmit')).toBe('yes')
    },
  )
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
    expect(permissionFor(self, from(status), action)).toBe('conflict-of-interest'),
  )

  it('may be resubmitted', () => expect(permissionFor(self, from('need_more_info'), 'resubmit')).toBe('yes'))
})

describe('a partner', () => {
  const aigul = { id: 'aigul', role: null, organizationId: 'steppe' }
  it('may only resubmit their own organization’s application, and only when more was asked for', () =>
    expect(VERIFICATION_STATUSES.map((status) => allowedActions(aigul, from(status)))).toEqual([
      [],
      [],
      [],
      [],
      ['resubmit'],
    ]))
  it('may not resubmit another organization’s application', () =>
    expect(permissionFor({ ...aigul, organizationId: 'other' }, from('need_more_info'), 'resubmit')).toBe('role'))
})

it('the actions offered as buttons follow the same rules', () => {
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

it.each<[Role, 1 | 2, string]>([
  ['admin', 1, 'start approve reject request-info resubmit'],
  ['manager', 1, 'resubmit'],
  ['manager', 2, 'start approve reject resubmit'],
  ['cashier', 2, ''],
])('a bank account change: what a %s may do where %d decide: %s', (role, people, actions) => {
  const entitled = ACTIONS.filter((action) =>
    VERIFICATION_STATUSES.some(
      (status) => permissionFor(staff(role), { ...from(status, 'bank_account_update'), people }, action) === 'yes',
    ),
  )
  expect(entitled.join(' ')).toBe(actions)
})

const NOW = new Date('2026-03-02T09:00:00.000Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)

it.each<[VerificationStatus, boolean, string]>([
  ['pending', true, 'review'],
  ['pending', false, 'admin'],
  ['under_review', true, ''],
  ['under_review', false, 'admin'],
  ['need_more_info', true, 'answer'],
  ['need_more_info', false, 'admin answer'],
  ['approved', false, ''],
  ['rejected', false, ''],
])(
  'what an application that is %s lacks for approval, for a reader who may decide (%s): %s',
  (status, mayDecide, missing) => {
    const kinds = (mode: 'hybrid' | null, inTheWay: { id: string; fileName: string }[], toOpen: number) =>
      missingForApproval({ status, currentMode: mode }, { operationMode: 'self_operated' }, inTheWay, {
        mayDecide,
        toOpen,
      }).map(({ kind }) => kind)
    const own = missing ? missing.split(' ') : []
    expect(kinds(null, [], 0)).toEqual(own)
    const isOver = status === 'approved' || status === 'rejected'
    const all = kinds('hybrid', [{ id: '1', fileName: 'lease.pdf' }], 1)
    expect(all).toEqual(isOver ? [] : [...own, 'document', 'opening', 'mode'])
  },
)

it('waiting for the applicant ends with their answer and never adds a negative time', () => {
  const waited = (waitingSince: Date | null) => waitEnded({ waitingSince, waitedForApplicantMs: 5 }, NOW)
  expect(waited(after(-1000))).toEqual({ waitingSince: null, waitedForApplicantMs: 1005 })
  expect(waited(after(1000))).toEqual({ waitingSince: null, waitedForApplicantMs: 5 })
  expect(waited(null)).toEqual({})
})

describe('a claim', () => {
  it('counts as somebody else’s only while the application is under review', () => {
    const held = VERIFICATION_STATUSES.map((status) => isHeldByOther({ status, reviewerId: 'dana' }, 'olga'))
    expect(VERIFICATION_STATUSES.filter((_, at) => held[at])).toEqual(['under_review'])
    expect(isHeldByOther({ status: 'under_review', reviewerId: 'dana' }, 'dana')).toBe(false)
    expect(isHeldByOther({ status: 'under_review', reviewerId: null }, 'dana')).toBe(false)
  })

  it('becomes idle after 30 minutes without a sign of life, whichever sign came last', () => {
    const [fresh, old] = [after(1 - 1_800_000), after(-1_800_000)]
    expect(
      [
        [fresh, old],
        [old, fresh],
        [old, null],
        [null, null],
        [old, old],
        // From before the clock was put back.
        [after(DAY_MS), old],
      ].map((signs) => isIdle(signs, NOW)),
    ).toEqual([false, false, true, true, true, true])
  })

  it('still counts as viewed when one presence beat of an open page is lost', () =>
    expect(2 * PRESENCE_BEAT_MS).toBeLessThan(NOW.getTime() - viewingAt(NOW).since.getTime()))

  it('may be finished by active staff who may still decide or prepare the type', () => {
    const kept = { type: 'operation_mode_change', people: 1 } as const
    expect(mayFinish({ role: 'admin', status: 'active' }, kept)).toBe(true)
    expect(mayFinish({ role: 'admin', status: 'inactive' }, kept)).toBe(false)
    expect(mayFinish({ role: 'manager', status: 'active' }, kept)).toBe(false)
    expect(mayFinish({ role: 'manager', status: 'active' }, { ...kept, people: 2 })).toBe(true)
  })
})

it('an application that came back is reserved for one person while pending and until the time is over', () => {
  const kept = { status: 'pending', reservedFor: 'dana', reservedUntil: after(1), reservedForName: 'Dana' } as const
  expect(reservedOf(kept, 'dana', NOW)).toEqual({ name: 'Dana', until: after(1), isForMe: true })
  expect(reservedOf(kept, 'olga', NOW)).toMatchObject({ isForMe: false })
  expect(reservedOf({ ...kept, reservedUntil: NOW }, 'dana', NOW)).toBeNull()
  expect(reservedOf({ ...kept, reservedUntil: null }, 'dana', NOW)).toBeNull()
  expect(reservedOf({ ...kept, reservedFor: null }, 'dana', NOW)).toBeNull()
  expect(reservedOf({ ...kept, status: 'under_review' }, 'dana', NOW)).toBeNull()
})

it('an applicant’s history leaves out internal staff events and undone decisions', () => {
  const history = (events: HistoryEvent[]) =>
    applicantHistory(events.map((event) => ({ event }))).map(({ event }) => event)
  expect(history(['undone', 'approved', 'review_started', 'submitted'])).toEqual(['review_started', 'submitted'])
  expect(history(['approved', 'undone', 'rejected', 'prepared', 'review_started', 'submitted'])).toEqual([
    'approved',
    'review_started',
    'submitted',
  ])
})

it('what changed: the last answer, the last request before it and the documents since that request', () => {
  const event = (name: HistoryEvent, hours: number, items: string[] = []) => ({
    event: name,
    at: after(hours * 3_600_000),
    note: `${name} ${hours}`,
    items,
  })
  const document = (hours: number) => ({ uploadedAt: after(hours * 3_600_000) })
  const timeline = [
    event('info_requested', 7, ['later']),
    event('resubmitted', 6, ['here it is']),
    event('info_requested', 5, ['lease']),
    event('resubmitted', 3),
    event('info_requested', 2, ['passport']),
    event('submitted', 0),
  ]
  expect(whatChanged(timeline, [4, 5, 6].map(document))).toEqual({
    askedAt: after(5 * 3_600_000),
    asked: ['lease'],
    answeredAt: after(6 * 3_600_000),
    answer: 'resubmitted 6',
    answers: ['here it is'],
    newDocuments: [document(6)],
  })
  expect(whatChanged([event('resubmitted', 1), event('submitted', 0)], [document(2)])).toMatchObject({
    askedAt: null,
    asked: [],
    newDocuments: [],
  })
  expect(whatChanged([event('info_requested', 1), event('submitted', 0)], [])).toBeNull()
})
