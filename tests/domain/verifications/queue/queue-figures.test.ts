import { describe, expect, it } from 'vitest'
import { isInFigures, queueFilter } from '../../../../app/domain/verifications/queue/verification-queue.server'
import { verificationList } from '../../../../app/domain/verifications/queue/verification-list'
import { TEST_START } from '../../../support/services'

const actor = { id: '0b7c1f1e-6a52-4c4f-9a0e-2f1f6c1d2a3b', role: 'manager', timeZone: 'Asia/Almaty' } as const
const filterOf = (search: string) =>
  queueFilter(
    verificationList.read(new URL(`http://localhost/verifications/${search}`), 10),
    actor,
    new Date(TEST_START),
  )

describe('the total of the queue', () => {
  it.each(['', '?status=pending&type=address_change', '?tab=mode-changes', '?sort=newest'])(
    'comes from the figures at %j',
    (search) => expect(isInFigures(filterOf(search))).toBe(true),
  )

  it.each(['?q=Tengri', '?country=KZ', '?reviewer=me', '?reviewer=nobody', '?view=mine'])(
    'does not come from the figures at %j',
    (search) => expect(isInFigures(filterOf(search))).toBe(false),
  )

  it('does not come from the figures under a filter that the figures do not know', () => {
    const later = { ...filterOf(''), claimedSince: new Date() }
    expect(isInFigures(later)).toBe(false)
    const tagged = { ...filterOf(''), tags: ['late'] }
    expect(isInFigures(tagged)).toBe(false)
  })
})
