import fs from 'node:fs'
import { expect, it } from 'vitest'
import { ABILITIES, can, type Ability } from '../app/domain/access'
import { ROLES } from '../app/vocabulary'
import { titlesIn } from './support/titles'

const lines = fs.readFileSync('docs/security.md', 'utf8').split('\n')
const rows = lines
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, ability = '', , ...cells]) => ({ ability: ability.replaceAll('`', ''), may: cells.slice(0, 5) }))

it('the documented table has every ability once', () => {
  expect(rows.map(({ ability }) => ability).toSorted()).toEqual(Object.keys(ABILITIES).toSorted())
})

it.each(rows)('$ability is documented as the code grants it', ({ ability, may }) => {
  const ruled = [...ROLES, null].map((role) => (can({ role }, ability as Ability) ? 'yes' : ''))
  expect(may).toEqual(ruled)
})

/** How many rows each group of requirements has. */
const GROUPS = {
  OTP: 21,
  SES: 16,
  RED: 4,
  GRD: 2,
  CSR: 4,
  HDR: 3,
  PRX: 4,
  ACC: 5,
  INP: 6,
  STM: 5,
  INV: 6,
  JOB: 1,
  FIL: 8,
  CSV: 1,
  LOG: 3,
  AUD: 2,
  ERR: 3,
  CFG: 4,
  PRV: 2,
}
const requirements = lines.flatMap((line) => {
  const [, id = '', file = '', title = ''] = /^\| ([A-Z]{3}-\d{2}) +\|.*\| `([^`]+)`: (.+?) +\|$/.exec(line) ?? []
  return id === '' ? [] : [{ id, file, title }]
})

it('each of the hundred requirements is listed once', () => {
  const ids = Object.entries(GROUPS).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `${group}-${String(index + 1).padStart(2, '0')}`),
  )
  expect(requirements.map(({ id }) => id)).toEqual(ids)
  expect(ids).toHaveLength(100)
})

it.each(requirements)('$id is held by a test of that name', ({ file, title }) => {
  expect(titlesIn(file)).toContain(title)
})

const [, broken = ''] = lines.join('\n').split('\n## What was once broken')
const mended = broken.split('\n').flatMap((line) => {
  const [, once = '', file = '', title = ''] = /^\| ([^|]+?) +\| `([^`]+)`: (.+?) +\|$/.exec(line) ?? []
  return once === '' ? [] : [{ once, file, title }]
})

it('the list of what was once broken has at least 61 rows', () => {
  expect(mended.length).toBeGreaterThanOrEqual(61)
})

it.each(mended)('“$once” is held by a test of that name', ({ file, title }) => {
  expect(titlesIn(file)).toContain(title)
})
