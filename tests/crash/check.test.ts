import { describe, expect, it } from 'vitest'
import { violations } from '../../scripts/crash/check'
import type { Call } from '../../scripts/crash/history'
import type { Snapshot } from '../../scripts/crash/snapshot'

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second))
const event = (version: number, name: Snapshot['events'][number]['event'], note: string | null = null) => ({
  verificationId: 'registration',
  version,
  event: name,
  at: at(version),
  actorId: version === 1 ? null : 'dana',
  note,
  items: [],
})

const before: Snapshot = {
  verifications: [
    {
      id: 'registration',
      organizationId: 'steppe',
      type: 'initial_registration',
      status: 'under_review',
      version: 2,
      reviewedAt: null,
    },
  ],
  events: [event(1, 'submitted'), event(2, 'review_started')],
  audits: [],
  messages: [],
  organizations: [{ id: 'steppe', status: 'pending', operationMode: 'hybrid' }],
}

const approved: Snapshot = {
  verifications: before.verifications.map((one) => ({ ...one, status: 'approved', version: 3, reviewedAt: at(3) })),
  events: [...before.events, event(3, 'approved', 'All good, token-1')],
  audits: [
    { id: 'registration', action: 'verification.approve', before: {}, after: { organizationStatus: 'approved' } },
  ],
  messages: [{ id: 'registration', kind: 'verification_approved' }],
  organizations: [{ id: 'steppe', status: 'approved', operationMode: 'hybrid' }],
}

const call = (end: Call['end']): Call => ({
  verificationId: 'registration',
  action: 'approve',
  actorId: 'dana',
  version: 2,
  token: 'token-1',
  startedMs: at(3).getTime() - 10,
  endedMs: at(3).getTime() + 10,
  end,
})

describe('the check after a crash', () => {
  it('accepts an acknowledged decision that is there whole', () =>
    expect(violations(before, approved, [call('done')])).toEqual([]))

  it('accepts a decision whose answer was cut off, whether it is there or not', () => {
    expect(violations(before, approved, [call('unknown')])).toEqual([])
    expect(violations(before, before, [call('unknown')])).toEqual([])
  })

  it('reports an acknowledged decision that is gone as lost', () =>
    expect(violations(before, before, [call('done')])).toEqual([
      'registration: approve of version 2 was acknowledged and is lost',
    ]))

  it('accepts the start of a review without a message, and reports one with a message', () => {
    const waiting: Snapshot = {
      ...before,
      verifications: before.verifications.map((one) => ({ ...one, status: 'pending', version: 1 })),
      events: before.events.slice(0, 1),
    }
    const started = { ...before, audits: [{ id: 'registration', action: 'verification.start', before: {}, after: {} }] }
    const messages = [{ id: 'registration', kind: 'verification_review_started' }]
    expect(violations(waiting, started, [])).toEqual([])
    expect(violations(waiting, { ...started, messages }, [])).toEqual([
      'registration messages of review_started: 1 too many',
    ])
  })

  it('reports a refused decision that is there', () =>
    expect(violations(before, approved, [call('refused')])).toEqual([
      'registration: approve of version 2 was refused and has an event',
    ]))

  it('takes no decision of another person, or outside its call, for this one', () => {
    expect(violations(before, approved, [{ ...call('done'), actorId: 'wei' }])).toHaveLength(1)
    expect(violations(before, approved, [{ ...call('done'), endedMs: at(2).getTime() }])).toHaveLength(1)
  })

  it.each<[string, Partial<Snapshot>]>([
    ['without its audit entry', { audits: [] }],
    ['with two audit entries', { audits: [...approved.audits, ...approved.audits] }],
    ['without its message', { messages: [] }],
    ['with two messages', { messages: [...approved.messages, ...approved.messages] }],
    ['without its effect on the organization', { organizations: before.organizations }],
    ['without its event', { events: before.events }],
    ['with its event twice', { events: [...approved.events, event(4, 'approved', 'All good, token-1')] }],
    ['without the status of its row', { verifications: before.verifications }],
    [
      'from a state that does not allow it',
      { events: [event(1, 'submitted'), event(2, 'resubmitted'), event(3, 'approved', 'token-1')] },
    ],
    ['before what came before it', { events: approved.events.map((one) => ({ ...one, at: at(9 - one.version) })) }],
  ])('reports a decision %s as half a decision', (_, broken) =>
    expect(violations(before, { ...approved, ...broken }, [call('unknown')])).not.toEqual([]),
  )
})
