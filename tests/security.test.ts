import fs from 'node:fs'
import { expect, it } from 'vitest'
import { ABILITIES, can, type Ability } from '../app/domain/access'
import { ROLES } from '../app/vocabulary'

const rows = fs
  .readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, ability = '', , ...cells]) => ({ ability: ability.replaceAll('`', ''), may: cells.slice(0, 5) }))

it('the documented table has every ability once', () => {
  expect(rows.map(({ ability }) => ability).toSorted()).toEqual(Object.keys(ABILITIES).toSorted())
})

it.each(rows)('$ability is documented as it is', ({ ability, may }) => {
  const ruled = [...ROLES, null].map((role) => (can({ role }, ability as Ability) ? 'yes' : ''))
  expect(may).toEqual(ruled)
})
