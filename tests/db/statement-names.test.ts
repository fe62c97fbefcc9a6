import { describe, expect, it } from 'vitest'
import { statementNames } from '../../app/db/engine/postgres/statement-names'

describe('names for statements', () => {
  it('come with the second use, stay the same, and differ from text to text', () => {
    const nameOf = statementNames()
    expect(nameOf('select 1')).toBeUndefined()
    const name = nameOf('select 1')
    expect(name).toEqual(expect.any(String))
    expect(nameOf('select 1')).toBe(name)
    nameOf('update users set version = $1')
    expect(nameOf('update users set version = $1')).not.toBe(name)
    expect(nameOf('select 1')).toBe(name)
  })

  it.each([
    'select id from users where search_key like $1',
    'select id from users where phone ilike $1',
    'select id from users where $1 <% search_key',
    'begin',
    'set local role console',
    'notify sessions',
    'select 1; select 2',
    'create table t ()',
  ])('are not given to %s', (text) => {
    const nameOf = statementNames()
    nameOf(text)
    expect(nameOf(text)).toBeUndefined()
  })

  it('are given to at most 300 statements', () => {
    const nameOf = statementNames()
    const asked = (n: number) => {
      nameOf(`select ${n}`)
      return nameOf(`select ${n}`)
    }
    const names = Array.from({ length: 400 }, (_, n) => asked(n)).filter(Boolean)
    expect(new Set(names).size).toBe(300)
    expect(nameOf('select 0')).toBe(names[0])
  })

  it('go to what comes again soon, and not to what came once among a thousand others', () => {
    const nameOf = statementNames()
    nameOf('select -1')
    for (let n = 0; n < 1000; n += 1) nameOf(`select ${n}`)
    expect(nameOf('select -1')).toBeUndefined()
    expect(nameOf('select -1')).toBeDefined()
  })
})
