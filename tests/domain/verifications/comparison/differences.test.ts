import { describe, expect, it } from 'vitest'
import { ORGANIZATION_FIELDS, type FormStep } from '../../../../app/domain/organizations/organization-fields'
import { BRANCHES, columnsOfStep, snapshotOf } from '../../../../app/domain/organizations/snapshot'
import { compareSnapshots, wordDifferences } from '../../../../app/domain/verifications/comparison/differences'
import { proposedChange } from '../../../../app/domain/verifications/comparison/proposals'

const marked = (parts: { text: string; isSame: boolean }[]) =>
  parts.map(({ text, isSame }) => (isSame ? text : `[${text}]`)).join('')

describe('two texts', () => {
  it.each([
    ['Abay Avenue 10, Almaty', 'Abay Avenue 12, Almaty', 'Abay Avenue [10], Almaty', 'Abay Avenue [12], Almaty'],
    ['ул. Абая, 10', 'ул. Абая, 10', 'ул. Абая, 10', 'ул. Абая, 10'],
    ['', 'Dostyk 5', '', '[Dostyk 5]'],
    ['北京市朝阳区', '北京市海淀区', '北京市[朝阳]区', '北京市[海淀]区'],
    ['one', 'two', '[one]', '[two]'],
  ])('are compared word by word: %s → %s', (before, after, left, right) => {
    const found = wordDifferences(before, after)
    expect([marked(found.before), marked(found.after)]).toEqual([left, right])
  })

  it('are compared as a whole when either has more than 400 words and spaces', () => {
    const [long, short] = [Array.from({ length: 201 }, () => 'Abay').join(' '), 'Abay Avenue']
    expect(wordDifferences(long, short)).toEqual({
      before: [{ text: long, isSame: false }],
      after: [{ text: short, isSame: false }],
    })
    expect(wordDifferences(short, long).before).toEqual([{ text: short, isSame: false }])
    expect(wordDifferences(long.slice(5), short).before).not.toEqual([{ text: long.slice(5), isSame: false }])
  })

  /** A small seeded generator, so that a failure can be reproduced. */
  const dice = (seed: number) => {
    let state = seed
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
  }
  const WORDS = ['Abay', 'Достык', 'көшесі', '10', ', ', ' ', '北京', '海']

  it('keep every character, and the parts marked as the same are equal on both sides', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const roll = dice(seed)
      const text = () => Array.from({ length: roll(12) }, () => WORDS[roll(WORDS.length)]).join('')
      const [before, after] = [text(), text()]
      const found = wordDifferences(before, after)
      const all = (side: 'before' | 'after') => found[side].map((part) => part.text).join('')
      const same = (side: 'before' | 'after') =>
        found[side]
          .filter((part) => part.isSame)
          .map((part) => part.text)
          .join('')
      expect([all('before'), all('after')]).toEqual([before, after])
      expect(same('before')).toBe(same('after'))
      expect(found.before.every((part) => part.isSame)).toBe(before === same('before'))
    }
  })
})

const STEPS = Object.keys(ORGANIZATION_FIELDS) as FormStep[]
const branch = (name: string) => ({
  name,
  person: 'Asel',
  phone: '+77010001122',
  email: 'a@b.kz',
  address: 'A',
  isPrimary: name === 'A',
})
const organization = Object.fromEntries(
  STEPS.flatMap((step) => columnsOfStep(step)).map((name) => [name, `old ${name}`]),
)
const brand = Object.fromEntries(columnsOfStep('brand').map((name) => [name, `old brand ${name}`]))
const before = snapshotOf({ organization, brand, branches: [branch('A'), branch('B'), branch('C')] })

describe('two submissions', () => {
  it('hold every field of every step once', () => {
    const keys = Object.keys(before)
    expect(new Set(keys).size).toBe(keys.length)
    for (const step of STEPS)
      if (step !== 'contact')
        expect(keys.filter((key) => key.startsWith(`${step}.`))).toEqual(
          columnsOfStep(step).map((name) => `${step}.${name}`),
        )
    expect(keys).toContain(BRANCHES)
  })

  it('with the same content have no differences', () =>
    expect(compareSnapshots(before, structuredClone(before)).filter(({ isChanged }) => isChanged)).toEqual([]))

  const single = Object.keys(before).filter((key) => key !== BRANCHES)

  it.each(single)('a change of %s is shown once, and nothing else', (key) => {
    const changed = compareSnapshots(before, { ...before, [key]: 'new' }).filter(({ isChanged }) => isChanged)
    expect(changed).toEqual([{ key, branch: null, before: before[key], after: 'new', isChanged: true }])
  })

  it.each(single.map((key, index) => [key, single[(index * 7 + 3) % single.length] ?? key] as const))(
    'changes of %s and %s are each shown once',
    (one, other) => {
      const changed = compareSnapshots(before, { ...before, [one]: 'x', [other]: 'y' }).filter((row) => row.isChanged)
      expect(changed.map(({ key }) => key).toSorted()).toEqual([...new Set([one, other])].toSorted())
    },
  )

  const rows = [branch('A'), branch('B'), branch('C')]
  const withRows = (next: object[]) =>
    compareSnapshots(before, { ...before, [BRANCHES]: next }).filter(({ isChanged }) => isChanged)

  it.each(['name', 'person', 'phone', 'email', 'address', 'isPrimary'] as const)(
    'a change of %s in one branch is shown once, whatever the order of the branches',
    (name) => {
      for (const place of [0, 1, 2]) {
        const next = rows.map((row, index) => (index === place ? { ...row, [name]: 'new' } : row))
        for (const order of [next, next.toReversed()])
          expect(withRows(order)).toMatchObject([{ key: `contact.${name}`, after: 'new' }])
      }
    },
  )

  it('branches that all change are each compared with the branch of the same name', () => {
    const [a, b, c] = rows.map((row) => ({ ...row, phone: `+7701000000${row.name.charCodeAt(0) % 10}` }))
    expect(withRows([c, a, b].flatMap((row) => row ?? [])).map((row) => [row.branch, row.key])).toEqual([
      ['C', 'contact.phone'],
      ['A', 'contact.phone'],
      ['B', 'contact.phone'],
    ])
  })

  it('an empty field equals one that was never asked for', () =>
    expect(compareSnapshots({}, { 'brand.slogan': null })).toEqual([
      { key: 'brand.slogan', branch: null, before: null, after: null, isChanged: false },
    ]))

  it('an added or removed branch has no value on the other side', () => {
    expect(withRows([...rows, branch('D')]).map((row) => [row.branch, row.before])).toEqual(
      Array.from({ length: 6 }, () => ['D', null]),
    )
    expect(new Set(withRows([branch('A'), branch('B')]).map((row) => `${row.branch} ${row.after}`))).toEqual(
      new Set(['C null']),
    )
  })
})

it('a blank proposed value changes nothing', () => {
  expect(proposedChange('address_change', { 'basic.address': ' ' }, {})).toBeNull()
  expect(proposedChange('address_change', { 'basic.address': 'Abay 12' }, {})).toEqual({ address: 'Abay 12' })
})
