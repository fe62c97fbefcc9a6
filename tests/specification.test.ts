import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { titlesIn } from './support/titles'

/** The rows of the tables: what is specified, where it lives, and which test holds it. */
const rows = fs
  .readFileSync('docs/specification.md', 'utf8')
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim()))
  .filter((cells) => cells.length === 3 && cells[1]?.startsWith('`'))
  .map(([what = '', where = '', heldBy = '']) => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(heldBy) ?? []
    return { what, place: where.replaceAll('`', ''), file, title }
  })

it('the tables of the specification are read', () => expect(rows.length).toBeGreaterThan(80))

describe.each(rows)('$what', ({ place, file, title }) => {
  it('lives where the table says', () => expect(fs.existsSync(place), place).toBe(true))

  it('is held by a test of that name', () => {
    expect(fs.existsSync(file), file).toBe(true)
    expect(titlesIn(file)).toContain(title)
  })
})

const documents = ['README.md', 'CONTRIBUTING.md', ...fs.readdirSync('docs', { recursive: true, encoding: 'utf8' })]
  .map((file) => (fs.existsSync(file) ? file : `docs/${file}`))
  .filter((file) => file.endsWith('.md'))

it.each(documents)('%s names only files that exist', (document) => {
  const named = fs.readFileSync(document, 'utf8').matchAll(/`((?:app|edge|tests|e2e|scripts)\/[\w./-]+)`/g)
  expect([...named].map(([, place = '']) => place).filter((place) => !fs.existsSync(place))).toEqual([])
})
