import { expect, it } from 'vitest'
import { remembered } from '../../app/domain/remembered'

it('so many texts are remembered and no more: the first makes room, for another one alone', () => {
  const known = remembered(3)
  const all = () => ['a', 'b', 'c', 'd'].map(known.get)
  for (const key of ['a', 'b', 'c', 'c', 'a']) known.set(key, key.toUpperCase())
  expect(all()).toEqual(['A', 'B', 'C', undefined])
  known.set('d', 'D')
  expect(all()).toEqual([undefined, 'B', 'C', 'D'])
})
