import { describe, expect, it } from 'vitest'
import { newInviteCode, parseCodeStart, parseInviteCode } from '../../../app/domain/invite-codes/invite-code'
import { chiSquareOf, drawBelow } from '../../support/chance'

const MEANT = 'INV-7K0M-1XQ9-D2ZV'

describe('a code in another spelling', () => {
  it.each([
    'INV-7K0M-1XQ9-D2ZV',
    'inv-7k0m-1xq9-d2zv',
    'Inv-7K0m-1Xq9-D2zV',
    '  INV-7K0M-1XQ9-D2ZV',
    'INV-7K0M-1XQ9-D2ZV\n',
    '\tINV-7K0M-1XQ9-D2ZV ',
    'INV7K0M1XQ9D2ZV',
    'inv7k0m1xq9d2zv',
    '7K0M-1XQ9-D2ZV',
    '7k0m-1xq9-d2zv',
    '7K0M1XQ9D2ZV',
    '7k0m1xq9d2zv',
    'INV 7K0M 1XQ9 D2ZV',
    '7K0M 1XQ9 D2ZV',
    'INV - 7K0M - 1XQ9 - D2ZV',
    'INV–7K0M–1XQ9–D2ZV',
    'INV—7K0M—1XQ9—D2ZV',
    'INV−7K0M−1XQ9−D2ZV',
    'INV‐7K0M‐1XQ9‐D2ZV',
    'INV‑7K0M‑1XQ9‑D2ZV',
    'INV－7K0M－1XQ9－D2ZV',
    'INV--7K0M--1XQ9--D2ZV',
    'INV-7K0M1XQ9-D2ZV',
    'INV7K0M-1XQ9-D2ZV',
    'INV-7KOM-1XQ9-D2ZV',
    'INV-7kom-1xq9-d2zv',
    'INV-7K0M-IXQ9-D2ZV',
    'INV-7K0M-ixq9-D2ZV',
    'INV-7K0M-LXQ9-D2ZV',
    'INV-7K0M-lxq9-D2ZV',
    '7KOMlXQ9D2ZV',
    '7komixq9d2zv',
    '1NV-7K0M-1XQ9-D2ZV',
    'lnv-7kom-lxq9-d2zv',
    'INV_7K0M_1XQ9_D2ZV',
    'INV.7K0M.1XQ9.D2ZV',
    'ＩＮＶ－７Ｋ０Ｍ－１ＸＱ９－Ｄ２ＺＶ',
    'INV\u00a07K0M\u00a01XQ9\u00a0D2ZV',
    'INV-7K0M\u200b-1XQ9-\u200bD2ZV',
    'IN V7K 0M1 XQ9 D2Z V',
    'INV-7К0М-1ХQ9-D2ZV',
    'inv-7кoм-1хq9-d2zv',
  ])('%j is recognized', (typed) => expect(parseInviteCode(typed)).toBe(MEANT))
})

it('a Cyrillic letter that looks like a character of a code is read as that character', () => {
  expect(parseInviteCode('INV-АВЕН-КМОР-СТХУ')).toBe('INV-ABEH-KM0P-CTXY')
  expect(parseInviteCode('inv-авен-кмор-стху')).toBe('INV-ABEH-KM0P-CTXY')
})

describe('text that cannot be a code', () => {
  it.each([
    '',
    '   ',
    'INV',
    'INV-',
    'INV-XXXX',
    '7K0M-1XQ9-D2Z',
    'INV-7K0M-1XQ9-D2Z',
    'INV-7K0M-1XQ9-D2ZVV',
    '7K0M-1XQ9-D2ZV-7K0M',
    'INV-7K0M-1XQ9-D2ZU',
    'INV-7K0U-1XQ9-D2ZV',
    'INW-7K0M-1XQ9-D2ZV',
    'XNV-7K0M-1XQ9-D2ZV',
    'INV-7K0M-1XQ9-D2Z!',
    'INV-7K0M-1XQ9-D2Z*',
    'INV-7K0M-1XQ9-D2Zß',
    'INV-7Ж0M-1XQ9-D2ZV',
    'INV-INV-7K0M-1XQ9-D2ZV',
    'INV-7K0M/1XQ9/D2ZV',
    'https://example.com/INV-7K0M',
    'INV-🙂🙂🙂🙂-1XQ9-D2ZV',
    "INV-7K0M-1XQ9-D2Z'",
  ])('%j is refused', (typed) => expect(parseInviteCode(typed)).toBeNull())
})

it('a new code has the pattern, can be read back and repeats in none of 20,000', () => {
  const codes = Array.from({ length: 20_000 }, newInviteCode)
  expect(codes.filter((code) => !/^INV(-[0-9A-HJKMNP-TV-Z]{4}){3}$/.test(code))).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
  expect(parseInviteCode(codes[0] ?? '')).toBe(codes[0])
})

it('every character is equally likely in a new code', async () => {
  /** With 31 degrees of freedom, chance exceeds this once in a thousand times. */
  const most = 61.1
  const draw = () => {
    const counts = new Map<string, number>()
    for (let code = 0; code < 20_000; code += 1)
      for (const sign of newInviteCode().slice(4).replaceAll('-', '')) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    expect(counts.size).toBe(32)
    return chiSquareOf([...counts.values()])
  }
  expect(await drawBelow(most, draw)).toBeLessThan(most)
})

describe('the start of a code, as far as it is typed', () => {
  it.each([
    ['INV-7K0', 'INV-7K0'],
    ['inv 7ko', 'INV-7K0'],
    ['INV-7K0M1', 'INV-7K0M-1'],
    ['INV7K0M1X', 'INV-7K0M-1X'],
    ['INV-7K0M-1XQ9-D2ZV', MEANT],
    ['INV-7K', null],
    ['INV7K0M1', null],
    ['Invest', null],
    ['7K0M-1XQ9', null],
    ['INV-7K0M-1XQ9-D2ZV-7', null],
  ])('%j is read as %j', (typed, start) => expect(parseCodeStart(typed)).toBe(start))
})
