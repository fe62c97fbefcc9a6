import { describe, expect, it } from 'vitest'
import { withoutCodeParts } from '../../../app/domain/invite-codes/code-parts'
import { newInviteCode } from '../../../app/domain/invite-codes/invite-code'
import { searchWithoutCode } from '../../../app/domain/invite-codes/show-code.server'

describe('text that may be part of a code', () => {
  it.each([
    'INV-ABCD',
    'INV-ABCD-EFGH',
    'inv-abcd-efgh',
    'INV ABCD EFGH',
    'inv_abcd_ef',
    'INV–ABCD–EFGH',
    'INV-OLIL',
    'INV7K0M1XQ9',
    'INVABCDEFGH',
    'ABCD-EFGH',
    'abcd-efgh-jk',
    '7K0M-1XQ9',
    '0M-1XQ9-D2',
    'NV-7K0M-1X',
    'ABC-DEFG',
    'ADMN-4444',
    'mmmm-nnnn-00',
    'K-123',
    '7K0M',
    'd2zv',
    '-ABCD-',
    '“7K0M-1XQ9”',
    'ABCD－EFGH',
  ])('%j is masked', (typed) => expect(withoutCodeParts(typed)).toBe('••••'))

  it('is masked beside other words, which stay', () => {
    expect(withoutCodeParts('Steppe INV-ABCD-EFGH')).toBe('Steppe ••••')
    expect(withoutCodeParts('Steppe Freight 7K0M-1XQ9, KZ')).toBe('Steppe Freight •••• KZ')
  })

  it('is masked for two groups of a new code, in more than 99 of 100 codes', () => {
    const parts = Array.from({ length: 20_000 }, newInviteCode).map((code) => code.slice(4, 13))
    expect(parts.filter((part) => withoutCodeParts(part) === part).length).toBeLessThan(200)
  })
})

describe('text that people search by', () => {
  it.each([
    '',
    'Steppe Freight',
    'test',
    'Bank',
    'bank 2024',
    'Almaty',
    'Алматы',
    '欧亚',
    'investment',
    'Investments',
    'Invest Bank',
    'Invest-Bank',
    'invitation',
    'inventory',
    'invoice',
    'Inv',
    '2024',
    '2024-05',
    '2024-0512',
    '2024-05-12',
    'KZ-2024',
    'Bank-2024',
    'test-01',
    'A-12',
    'T-34',
    'X-ray',
    're-send',
    'Ak-Zhan',
    'e-mail',
    'Jet-Trans Ltd',
    'Almaty-Freight',
    '+7 702 123 45 67',
    '77021234567',
    'a1b2@steppe.example',
    'office@steppe-1234.example',
    '100%',
  ])('%j stays as it was typed', (typed) => expect(withoutCodeParts(typed)).toBe(typed))
})

describe('a search for a whole code', () => {
  const kept = (q: string) => new URLSearchParams(searchWithoutCode(`?${new URLSearchParams({ q })}`)).get('q')

  it.each([
    'INV-7K0M-1XQ9-D2ZV',
    '7K0M 1XQ9 D2ZV',
    '7K0M1XQ9D2ZV',
    '7KOMlXQ9D2ZV',
    'inv-1234-5678-9012',
    'ABCDEFGHJKMN',
  ])('%j becomes the masked code', (typed) => expect(kept(typed)).toMatch(/^INV-••••-••••-[0-9A-Z]{4}$/))

  it.each(['Kazlogistics', 'Transcaspian', 'agro holdings', '070340007228', '0703 4000 7228'])(
    '%j is not a code and stays',
    (typed) => expect(kept(typed)).toBe(typed),
  )
})
