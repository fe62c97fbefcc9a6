import { describe, expect, it } from 'vitest'
import { voidReason } from '../../../app/domain/invite-codes/invite-rules'

const creator = { role: 'admin', status: 'active' } as const
const staffCode = { type: 'invite_to_user', role: 'manager', organization: null, creator } as const
const partnerCode = { type: 'invite_to_organization', role: null, organization: { status: 'active' }, creator } as const

describe('a staff code', () => {
  it.each([
    ['is valid while its creator may still create it', staffCode, null],
    ['is valid when an operator command created it', { ...staffCode, creator: null }, null],
    ['is void without a role, even when nobody created it', { ...staffCode, role: null, creator: null }, 'creator'],
    ['is void without a role', { ...staffCode, role: null }, 'creator'],
    ['is void when its creator lost that right', { ...staffCode, creator: { ...creator, role: 'cashier' } }, 'creator'],
    ['is void when its creator has no role', { ...staffCode, creator: { ...creator, role: null } }, 'creator'],
    ...(['invited', 'suspended', 'inactive'] as const).map(
      (status) =>
        [
          `is void when its creator is ${status}`,
          { ...staffCode, creator: { ...creator, status } },
          'creator',
        ] as const,
    ),
  ] as const)('%s', (_, code, reason) => expect(voidReason(code)).toBe(reason))
})

describe('a partner code', () => {
  it.each([
    ['is valid while its organization is not archived', partnerCode, null],
    [
      'is void when its organization is archived',
      { ...partnerCode, organization: { status: 'archived' } },
      'organization',
    ],
    ['is void without an organization', { ...partnerCode, organization: null }, 'organization'],
    ['is valid when its creator is suspended', { ...partnerCode, creator: { ...creator, status: 'suspended' } }, null],
  ] as const)('%s', (_, code, reason) => expect(voidReason(code)).toBe(reason))
})
