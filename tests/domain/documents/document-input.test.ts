import { expect, it } from 'vitest'
import { hasEndingOf, shortFileName, shownFileName } from '../../../app/domain/documents/document-input'
import { rejectionIn } from '../../../app/domain/documents/rejection'
import { hasLostFile, withFileStates } from '../../../app/domain/files/file-state'
import { FILE_NAME_MAX_LENGTH } from '../../../app/domain/files/limits'

it.each([
  ['licence.pdf', 'licence.pdf'],
  ['Лицензия №5.PDF', 'Лицензия №5.PDF'],
  ['营业执照.jpg', '营业执照.jpg'],
  ['Құжат.png', 'Құжат.png'],
  ['й.pdf'.normalize('NFD'), 'й.pdf'.normalize('NFC')],
  ['C:\\Users\\me\\scan.pdf', 'scan.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['  scan.pdf  ', 'scan.pdf'],
  ['scan\u202Efdp.exe', 'scanfdp.exe'],
  ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
  ['a\0.pdf', 'a.pdf'],
  ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
  [`${'a'.repeat(196)}.pdf`, `${'a'.repeat(196)}.pdf`],
])('the file name %j is shown as %j', (name, shown) => {
  expect(shownFileName(name)).toBe(shown)
})

it('a long file name keeps its ending', () => {
  const shown = shownFileName(`${'a'.repeat(500)}.jpeg`)
  expect([...shown].length).toBeLessThanOrEqual(FILE_NAME_MAX_LENGTH)
  expect(shown).toMatch(/^a+\.jpeg$/)
})

it('a file name is measured in characters, and its ending appears once', () => {
  const name = `${'🙂'.repeat(150)}.pdf`
  expect(shownFileName(name)).toBe(name)
  expect(shownFileName(`${'🙂'.repeat(500)}.pdf`)).toBe(`${'🙂'.repeat(FILE_NAME_MAX_LENGTH - 5)}.pdf`)
})

it.each([
  ['Выписка за март.pdf', 'Выписка за март.pdf'],
  ['x'.repeat(36) + '.pdf', 'x'.repeat(36) + '.pdf'],
  ['Договор аренды склада на улице Абая, 10, страница 2.jpeg', 'Договор аренды склад…10, страница 2.jpeg'],
  ['租'.repeat(30) + '😀'.repeat(30), '租'.repeat(20) + '…' + '😀'.repeat(19)],
])('within a sentence the file name %j appears as %j', (name, short) => {
  expect(shortFileName(name)).toBe(short)
})

it.each([
  ['image/jpeg', 'a.JPG', true],
  ['image/jpeg', 'a.jpeg', true],
  ['image/jpeg', 'a.jfif', true],
  ['image/jpeg', 'a.JPE', true],
  ['image/jpeg', 'a.jif', false],
  ['image/jpeg', 'a.png', false],
  ['image/png', 'a.png', true],
  ['image/png', 'png', false],
  ['application/pdf', 'a.pdf', true],
  ['application/pdf', 'a.pdf.exe', false],
  ['application/pdf', '', false],
] as const)('a file of type %s may be named %j: %s', (mediaType, name, fits) => {
  expect(hasEndingOf(mediaType, name)).toBe(fits)
})

it.each([
  ['clean', null, 'ready', 'ready', false],
  ['unscanned', null, 'unscanned', 'ready', false],
  ['pending', null, 'unscanned', 'ready', false],
  ['infected', null, 'infected', 'infected', true],
  ['clean', new Date(), 'missing', 'missing', true],
  ['pending', new Date(), 'missing', 'missing', true],
  ['infected', new Date(), 'infected', 'infected', true],
] as const)('a file that is %s, missing since %s, is %s with a scanner and %s without one', (...row) => {
  const [scanState, fileMissingSince, withOne, withoutOne, isLost] = row
  const kept = { scanState, fileMissingSince }
  expect(withFileStates([kept], true)).toEqual([{ fileState: withOne }])
  expect(withFileStates([kept], false)).toEqual([{ fileState: withoutOne }])
  expect(hasLostFile(kept)).toBe(isLost)
})

it('a ready-made rejection reason is shown in the reader’s language, a typed one as it was typed', () => {
  const rejectionTexts = { en: 'Blurred', zh: '模糊', ru: 'Размыто', kk: 'Бұлыңғыр' }
  expect(rejectionIn('kk', { rejectionReason: 'Blurred', rejectionTexts })).toBe('Бұлыңғыр')
  expect(rejectionIn('kk', { rejectionReason: 'Page 2 is missing', rejectionTexts: null })).toBe('Page 2 is missing')
  expect(rejectionIn('kk', { rejectionReason: null, rejectionTexts })).toBeNull()
})
