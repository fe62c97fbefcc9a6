import { describe, expect, it } from 'vitest'
import { approveInput, rejectInput, requestInfoInput } from '../../../../app/domain/verifications/input'
import { verificationList } from '../../../../app/domain/verifications/queue/verification-list'

const messagesOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)

describe('a rejection', () => {
  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['spaces', ' \t\n\u00a0\u3000'],
    ['zero-width signs', '\u200b\u200d\ufeff\u2060\u00ad'],
  ])('needs a reason: %s', (_, reason) =>
    expect(messagesOf(rejectInput.safeParse({ version: '2', reason }))).toEqual(['reason common:error.required']),
  )

  it('keeps the reason as it was written, without spaces around it', () =>
    expect(rejectInput.parse({ version: '2', reason: '  <b>Нет</b>\r\n🙂\u200d ' })).toEqual({
      version: 2,
      reason: '<b>Нет</b>\n🙂\u200d',
      template: null,
      about: null,
      openNext: false,
    }))

  it('has a reason of at most 2000 characters', () => {
    expect(rejectInput.safeParse({ version: '2', reason: 'x'.repeat(2000) }).success).toBe(true)
    expect(messagesOf(rejectInput.safeParse({ version: '2', reason: 'x'.repeat(2001) }))).toEqual([
      'reason verifications:error.wordsTooLong',
    ])
  })

  it('is refused with an open slot in its reason', () =>
    expect(messagesOf(rejectInput.safeParse({ version: '3', reason: '{document}: it cannot be read' }))).toEqual([
      'reason verifications:error.openSlot',
    ]))

  it('is refused with a NUL character in its reason', () =>
    expect(messagesOf(rejectInput.safeParse({ version: '2', reason: 'a\0b' }))).toEqual([
      'reason verifications:error.unreadable',
    ]))

  it.each(['', '0', '-1', '1.5', 'x', '99999999999', undefined])('is refused without a valid version: %s', (version) =>
    expect(rejectInput.safeParse({ version, reason: 'No' }).success).toBe(false),
  )

  it('ignores fields that are not its own', () =>
    expect(
      rejectInput.parse({
        version: '2',
        reason: 'No',
        openNext: 'on',
        reviewerId: 'x',
        status: 'approved',
        reviewedAt: '1970',
      }),
    ).toEqual({ version: 2, reason: 'No', openNext: true, template: null, about: null }))
})

it('notes of an approval are optional', () =>
  expect([approveInput.parse({ version: '1' }).notes, approveInput.parse({ version: '1', notes: ' ' }).notes]).toEqual([
    null,
    null,
  ]))

describe('a request for more information', () => {
  const items = (given: unknown) => requestInfoInput.safeParse({ version: '3', items: given })

  it('drops empty rows', () =>
    expect(items(['', ' lease ', '\u200b']).data?.items.map(({ text }) => text)).toEqual(['lease']))
  it.each([[undefined], [[]], [['', ' ']]])(
    'needs at least one item, and reports the error at the first row: %j',
    (given) => expect(messagesOf(items(given))).toEqual(['items.0.text common:error.required']),
  )
  it('has at most 20 items of at most 500 characters', () => {
    expect(items(Array.from({ length: 20 }, () => 'x'.repeat(500))).success).toBe(true)
    expect(messagesOf(items(Array.from({ length: 21 }, () => 'x')))).toEqual(['items verifications:error.tooManyItems'])
    expect(messagesOf(items(['x', 'x'.repeat(501)]))).toEqual(['items.1.text verifications:error.itemTooLong'])
  })
  it('is refused with a NUL character in an item', () =>
    expect(messagesOf(items(['a\0']))).toEqual(['items.0.text verifications:error.unreadable']))
  it('may target a field or a document, and is refused for a target that does not exist', () => {
    const target = 'field:basic.address'
    expect(items([{ text: 'Correct it', target }]).data?.items).toEqual([
      { text: 'Correct it', target, template: null, about: null },
    ])
    expect(messagesOf(items([{ text: 'Correct it', target: 'field:basic.fax' }]))).toEqual([
      'items.0.target verifications:error.targetGone',
    ])
  })
  it('reports a row with a target but no text at its own place', () =>
    expect(messagesOf(items(['', { text: '', target: 'document:bank_statement' }]))).toEqual([
      'items.1.text common:error.required',
    ]))
  it('is refused with an open slot in an item', () =>
    expect(messagesOf(items(['{document}: it cannot be read']))).toEqual(['items.0.text verifications:error.openSlot']))
})

describe('the address of the queue', () => {
  const read = (query: string) => verificationList.read(new URLSearchParams(query))
  const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

  it('gives the default list when it is empty', () =>
    expect(read('')).toEqual({
      tab: 'verifications',
      view: 'all',
      q: '',
      type: [],
      status: [],
      country: [],
      reviewer: [],
      sort: 'due',
      page: 1,
      pageSize: 10,
      usualPageSize: 10,
    }))

  it('names reviewers by id, me or nobody, and drops everything else', () =>
    expect(read(`reviewer=me,nobody,${id},x,' or 1=1`).reviewer).toEqual(['me', 'nobody', id]))

  it('falls back to the defaults for invalid values', () =>
    expect(read('tab=x&status=done&type=%00&country=FR&sort=up&page=-1&pageSize=7')).toEqual(read('')))
})
