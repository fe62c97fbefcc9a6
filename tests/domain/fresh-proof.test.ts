import { expect, it } from 'vitest'
import { isFreshAt } from '../../app/domain/fresh-proof'
import { MINUTE_MS, SECOND_MS } from '../../app/durations'

const now = new Date('2026-03-02T09:00:00Z')

it.each([
  ['14:59 ago', 15 * MINUTE_MS - 1, true],
  ['15:00 ago', 15 * MINUTE_MS, false],
  ['60 s in the future, which the clocks of two consoles may differ by', -60 * SECOND_MS, true],
  ['more than 60 s in the future', -60 * SECOND_MS - 1, false],
])('whether proof from %s is fresh', (_, ageMs, isFresh) =>
  expect(isFreshAt(new Date(now.getTime() - ageMs), now)).toBe(isFresh),
)
