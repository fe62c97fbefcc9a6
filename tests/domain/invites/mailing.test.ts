import { describe, expect, it } from 'vitest'
import { readMailingRows } from '../../../app/domain/invites/sending/mailing-input'

const verdicts = (text: string) =>
  readMailingRows(text).map(({ number, recipient, verdict }) => [number, recipient, verdict])

describe('a list of recipients', () => {
  it.each([
    [
      'one address a line',
      'a@x.kz\nb@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'b@x.kz', 'ready'],
      ],
    ],
    [
      'line ends of every system',
      'a@x.kz\r\nb@x.kz\rc@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'b@x.kz', 'ready'],
        [3, 'c@x.kz', 'ready'],
      ],
    ],
    [
      'the first column of a CSV',
      'a@x.kz,Aset\nb@x.kz;Dina\nc@x.kz\tErlan',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'b@x.kz', 'ready'],
        [3, 'c@x.kz', 'ready'],
      ],
    ],
    ['quoted cells', '"a@x.kz","Aset, junior"', [[1, 'a@x.kz', 'ready']]],
    ['a heading and a byte order mark', '\uFEFFEmail;Name\na@x.kz;Aset', [[2, 'a@x.kz', 'ready']]],
    ['what mail programs copy', 'Aset Omarov <aset@x.kz>', [[1, 'aset@x.kz', 'ready']]],
    [
      'what mail programs copy of a name with a comma',
      '"Omarov, Aset" <aset@x.kz>\n"Dina; ""D"""<dina@x.kz>; note\n"Erlan <erlan@x.kz>",Almaty',
      [
        [1, 'aset@x.kz', 'ready'],
        [2, 'dina@x.kz', 'ready'],
        [3, 'erlan@x.kz', 'ready'],
      ],
    ],
    [
      'what mail programs copy of several people',
      '\n"Omarov, Aset" <aset@x.kz>; dina@x.kz, Erlan <erlan@x.kz>;DINA@x.kz;\n',
      [
        [1, 'aset@x.kz', 'ready'],
        [2, 'dina@x.kz', 'ready'],
        [3, 'erlan@x.kz', 'ready'],
        [4, 'DINA@x.kz', 'repeated'],
      ],
    ],
    [
      'several lines with several addresses each',
      'a@x.kz; b@x.kz;\nc@x.kz, Dina <d@x.kz>\n\n"e@x.kz"\tf@x.kz\ng@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'b@x.kz', 'ready'],
        [3, 'c@x.kz', 'ready'],
        [4, 'd@x.kz', 'ready'],
        [6, 'e@x.kz', 'ready'],
        [7, 'f@x.kz', 'ready'],
        [8, 'g@x.kz', 'ready'],
      ],
    ],
    [
      'a wrong address among those of a line',
      'a@x.kz; b@; c@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, null, 'invalid'],
        [3, 'c@x.kz', 'ready'],
      ],
    ],
    [
      'several addresses between one pair of quotes, or behind a quote that stays open',
      'a@x.kz;"b@x.kz; c@x.kz"\n"d@x.kz; e@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, null, 'invalid'],
        [3, null, 'invalid'],
        [4, 'e@x.kz', 'ready'],
      ],
    ],
    [
      'the first column of a CSV whose second is a name, a phone or a handle',
      'a@x.kz,Aset\nb@x.kz;+77010000001\nc@x.kz\t@erlan',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'b@x.kz', 'ready'],
        [3, 'c@x.kz', 'ready'],
      ],
    ],
    [
      'both addresses of a line where no heading names a second column',
      'a@x.kz,boss@x.kz\nb@x.kz,boss@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'boss@x.kz', 'ready'],
        [3, 'b@x.kz', 'ready'],
        [4, 'boss@x.kz', 'repeated'],
      ],
    ],
    [
      'the first column alone where a heading names a second one',
      'z@x.kz; y@x.kz\nemail,manager\na@x.kz,boss@x.kz\nb@x.kz,boss@x.kz',
      [
        [1, 'z@x.kz', 'ready'],
        [2, 'y@x.kz', 'ready'],
        [4, 'a@x.kz', 'ready'],
        [5, 'b@x.kz', 'ready'],
      ],
    ],
    [
      'the signs of a Chinese keyboard',
      'a＠x.kz，b@x.kz；"李，明" <c＠x.kz>、d@x.kz\nA@x.kz；ｅ@ｘ．ｋｚ\n邮箱，姓名\nf@x.kz，李明、王芳',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'b@x.kz', 'ready'],
        [3, 'c@x.kz', 'ready'],
        [4, 'd@x.kz', 'ready'],
        [5, 'A@x.kz', 'repeated'],
        [6, 'e@x.kz', 'ready'],
        [8, 'f@x.kz', 'ready'],
      ],
    ],
    [
      'a wide sign of an address behind another one, and before it',
      'a@x.kz; b＠x.kz\nc＠x.kz; d@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'b@x.kz', 'ready'],
        [3, 'c@x.kz', 'ready'],
        [4, 'd@x.kz', 'ready'],
      ],
    ],
    ['empty lines', '\n\n  a@x.kz  \n\n', [[3, 'a@x.kz', 'ready']]],
    ['a domain in capitals', 'Aset@X.KZ', [[1, 'Aset@x.kz', 'ready']]],
    [
      'the same address again, in other case too',
      'a@x.kz\nA@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'A@x.kz', 'repeated'],
      ],
    ],
    [
      'no address',
      'a@x.kz\nhello\n@x.kz\na@\na b@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, null, 'invalid'],
        [3, null, 'invalid'],
        [4, null, 'invalid'],
        [5, null, 'invalid'],
      ],
    ],
    ['nothing', ' \n ', []],
  ])('%s', (_, text, expected) => expect(verdicts(text)).toEqual(expected))

  it.each([
    ['the second column of a table', 'email;manager\na@x.kz;boss@x.kz', 'a@x.kz', 'boss@x.kz'],
    ['what stands behind a name', 'a@x.kz, Aset, b@x.kz, c@x.kz', 'a@x.kz', 'b@x.kz, c@x.kz, Aset'],
    ['the name of an address', '"b@x.kz" <a@x.kz>', 'a@x.kz', 'b@x.kz'],
    ['the same address again, which is none', 'a@x.kz;Aset;A@x.kz', 'a@x.kz', 'Aset'],
    ['the same address again, with a wide sign', 'a@x.kz;Aset;A＠x.kz', 'a@x.kz', 'Aset'],
    ['a wide sign behind a name', 'a@x.kz，李明，b＠x.kz', 'a@x.kz', 'b＠x.kz, 李明'],
    ['a name', 'a@x.kz;Aset', 'a@x.kz', 'Aset'],
  ])('names what a row holds besides its recipient: %s', (_, text, recipient, further) => {
    const [row] = readMailingRows(text)
    expect(row).toMatchObject({ recipient, verdict: 'ready' })
    expect(row?.further).toBe(further)
  })

  it.each([
    ['in the one line', 'a@x.kz; bob; "Dina; D"', ['bob, Dina; D']],
    ['after further addresses', 'a@x.kz, Aset, b@x.kz', ['b@x.kz, Aset']],
    ['among lines of addresses', 'a@x.kz; b@x.kz\nc@x.kz; bob', [undefined, undefined, 'bob']],
    ['after a line of one address', 'a@x.kz\nb@x.kz、bob', [undefined, 'bob']],
    ['but in no column of names', 'a@x.kz,Aset\nb@x.kz,\nc@x.kz;Erlan', [undefined, undefined, undefined]],
    ['but below no heading', 'email,name\na@x.kz,Aset', [undefined]],
  ])('names a word that was not read as an address: %s', (_, text, further) =>
    expect(readMailingRows(text).map((row) => row.further)).toEqual(further),
  )

  it.each([
    'Aset; a@x.kz',
    'Aset <a@x.kz> Dina <b@x.kz>',
    'email; a@x.kz',
    '; a@x.kz',
    `${'a@x.kz '.repeat(60)}b@x.kz`,
  ])('shows the whole line when it sends to nobody in it: %s', (text) => {
    const rows = readMailingRows(text)
    expect(rows).toMatchObject([{ typed: text, recipient: null, verdict: 'invalid' }])
  })

  it('refuses a row that hides a second recipient or a header', () => {
    for (const text of ['a@x.kz%0ABcc: b@x.kz', 'a@x.kz b@x.kz', 'a@x.kz\u2028Bcc: b@x.kz', 'a@x.kz\0'])
      expect(verdicts(text), JSON.stringify(text)).toEqual([[1, null, 'invalid']])
  })

  it('is read no further than row 501, the first one too many', () => {
    expect(readMailingRows('a\n'.repeat(250_000))).toHaveLength(501)
    expect(readMailingRows('a@x.kz;'.repeat(250_000))).toHaveLength(501)
    expect(readMailingRows('a@x.kz;b@x.kz\n'.repeat(40_000))).toHaveLength(501)
    expect(readMailingRows(`a;${'b@x.kz;'.repeat(70_000)}`)).toHaveLength(1)
  })
})
