import { expect, it } from 'vitest'
import { boundedCache } from '../../app/domain/bounded-cache'

it('remembered(3) keeps 3 texts: a new one replaces the oldest, a known one replaces nothing', () => {
  const known = boundedCache(3)
  const all = () => ['a', 'b', 'c', 'd'].map(known.get)
  for (const key of ['a', 'b', 'c', 'c', 'a']) known.set(key, key.toUpperCase())
  expect(all()).toEqual(['A', 'B', 'C', undefined])
  known.set('d', 'D')
  expect(all()).toEqual([undefined, 'B', 'C', 'D'])
})
