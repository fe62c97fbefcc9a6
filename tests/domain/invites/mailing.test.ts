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
      'the first column alone where a table has addresses in two',
      'a@x.kz,boss@x.kz\nb@x.kz,boss@x.kz',
      [
        [1, 'a@x.kz', 'ready'],
        [2, 'b@x.kz', 'ready'],
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

  it('no row carries a second recipient or a header', () => {
    for (const text of ['a@x.kz%0ABcc: b@x.kz', 'a@x.kz b@x.kz', 'a@x.kz\u2028Bcc: b@x.kz', 'a@x.kz\0'])
      expect(verdicts(text), JSON.stringify(text)).toEqual([[1, null, 'invalid']])
  })

  it('is judged no further than the row that makes it too long', () => {
    expect(readMailingRows('a\n'.repeat(250_000))).toHaveLength(501)
    expect(readMailingRows('a@x.kz;'.repeat(250_000))).toHaveLength(501)
  })
})
