import { expect, it } from 'vitest'
import { rowWithoutCodes } from '../../../app/domain/audit/without-codes.server'

const reasonOf = (reason: string) => rowWithoutCodes({ objectId: '1', reason }).reason
const noted = (q: string) =>
  rowWithoutCodes({ objectId: 'users', after: { search: `?${new URLSearchParams({ q })}` } }).after.search

const SPELLINGS = [
  'INV-20ZR-VHJ6-Q29V',
  'inv 20zr vhj6 q29v',
  'inv20zrvhj6q29v',
  'INV-2OZR-VHJ6-Q29V',
  'INV-AAAA-BBBB-CCCC',
  'INV–20ZR–VHJ6–Q29V',
  'INV\u201120ZR\u2011VHJ6\u2011Q29V',
  'INV—20ZR—VHJ6—Q29V',
  'INV\u221220ZR\u2212VHJ6\u2212Q29V',
  'INV - 20ZR - VHJ6 - Q29V',
  'INV – 20ZR – VHJ6 – Q29V',
  'INV\u00a020ZR\u00a0VHJ6\u00a0Q29V',
  'INV--20ZR--VHJ6--Q29V',
  'INV-20ZR-\r\nVHJ6-Q29V',
  'INV-20ZR-\u200bVHJ6-Q29V',
]

it.each(SPELLINGS)('an invite code written as %j is masked in a reason and in a search', (code) => {
  const tail = code.slice(-4).toUpperCase()
  expect(reasonOf(`Gave ${code}, by mistake`)).toBe(`Gave INV-••••-••••-${tail}, by mistake`)
  expect(noted(code)).toBe(`?q=INV-••••-••••-${tail}`)
})

it.each(['20ZR-VHJ6-Q29V', '20zr-vhj6-q29v', '20ZR–VHJ6–Q29V', '20ZR\u2011VHJ6\u2011Q29V', 'VHJS-20ZR-2024'])(
  'an invite code without INV, written as %j, is masked in a reason and in a search',
  (code) => {
    const tail = code.slice(-4).toUpperCase()
    expect(reasonOf(`Gave ${code}, by mistake`)).toBe(`Gave INV-••••-••••-${tail}, by mistake`)
    expect(noted(code)).toBe(`?q=INV-••••-••••-${tail}`)
  },
)

it.each(['INV-20ZR-VHJ6', 'INV–20ZR–VHJ6', 'INV\u201120ZR\u2011VHJ6\u2011Q2'])(
  'an incomplete code of two or more groups, written as %j, is masked entirely',
  (start) => {
    expect(reasonOf(`Begins with ${start}.`)).toBe('Begins with INV-••••.')
    expect(noted(start)).toBe('?q=INV-••••')
  },
)

it.each([
  'Invoice from bank is missing',
  'Invoice 2024 0012 is not theirs',
  'INVOICE-2024-0012 is not theirs',
  'Invited last week by mistake',
  'Reinvited this year',
  'Invest Bank Asia',
  'inv. from bank here',
  'Inv. 2024 0012 3456',
  'INV-2024-0012',
  'INV-2024-0012-3456',
  'ACME-2026-0012 is not theirs',
  '7701-1234-5678',
  'step-over-once',
  '0b8f2c1e-5f0a-4b3e-9d53-2f4d0c6b7a10',
  'KZ86-125K-ZT50-0410-0100',
  'B20ZR-VHJ6-Q29V',
])('%j is not an invite code and stays readable', (words) => {
  expect(reasonOf(words)).toBe(words)
  expect(noted(words)).toBe(`?${new URLSearchParams({ q: words })}`)
})
