import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { formatNumber } from '../../app/i18n/format'
import { isolateName } from '../../app/i18n/isolate-name'
import { RichText } from '../../app/i18n/rich-text'
import { fill, makeTranslator } from '../../app/i18n/translator'
import { textsIn, textsJson } from '../../app/i18n/texts.server'
import { TextsContext } from '../../app/i18n/use-translation'
import { ERASED, pseudonymOf } from '../../app/pseudonyms'
import { LANGUAGES } from '../../app/vocabulary'

const TEXTS = {
  common: { save: 'Save', menu: { open: 'Open {{name}}', close: 'Close' } },
  users: { save: 'Keep', count_one: '{{count}} user', count_other: '{{count}} users' },
}
const translator = makeTranslator('en', TEXTS)
const say = translator.in(['users', 'common']) as unknown as (key: string, values?: object) => string

describe('a translated text', () => {
  it('comes from the first namespace that has the key', () => {
    expect(say('save')).toBe('Keep')
    expect(say('menu.close')).toBe('Close')
    expect(say('common:save')).toBe('Save')
  })

  it('inserts values as they are, without expanding them', () => {
    expect(say('menu.open', { name: '<b>$& {{count}}' })).toBe('Open <b>$& {{count}}')
    expect(fill('{{one}} and {{two}}', { one: 1, two: null })).toBe('1 and ')
  })

  it.each(LANGUAGES)('groups the digits of whole numbers as the language does: %s', (language) => {
    const { in: within } = makeTranslator(language, { users: { found: '{{total}}' } })
    const found = within<'users'>('users') as unknown as (key: string, values: object) => string
    for (const total of [0, 999, 1000, 12_345, 1_234_567])
      expect(found('found', { total })).toBe(formatNumber(total, language))
    expect([found('found', { total: '2026' }), found('found', { total: 1.5 })]).toEqual(['2026', '1.5'])
  })

  it('has no space between two Chinese words, but one between Chinese and other letters or digits', () => {
    const said = (name: string) => fill('{{name}} 邀请您加入 {{name}} 的网点（{{name}}），Open {{name}}', { name })
    expect(said('李秀英')).toBe('李秀英邀请您加入李秀英的网点（李秀英），Open 李秀英')
    expect(fill('{{name}} 将退出', { name: isolateName('李秀英') })).toBe(`${isolateName('李秀英')}将退出`)
    expect(said('Acme')).toBe('Acme 邀请您加入 Acme 的网点（Acme），Open Acme')
    expect(said('A 仓')).toBe('A 仓邀请您加入 A 仓的网点（A 仓），Open A 仓')
    expect(said('仓 2')).toBe('仓 2 邀请您加入仓 2 的网点（仓 2），Open 仓 2')
    expect(fill('{{a}} {{b}} 天', { a: '十', b: '二' })).toBe('十 二天')
    expect(said('（京）张伟（沪）')).toMatch(/^（京）张伟（沪）邀请您加入（京）张伟（沪）的网点/)
  })

  it('is spaced in Chinese by the words that readers see for an erased person', () => {
    const { in: within } = textsIn('zh')
    const name = isolateName(pseudonymOf('0f0e0d0c-1111-4222-8333-444455556666'))
    expect(within<'verifications'>('verifications')('second.prepared', { name })).toBe(
      `由${isolateName('前用户 556666')} 拟定`,
    )
    expect(within<'verifications'>('verifications')('claim.keptFor', { name: isolateName(ERASED) })).toBe(
      `为${isolateName('已删除')}保留`,
    )
  })

  it('takes the plural form of its count', () => {
    expect(say('count', { count: 1 })).toBe('1 user')
    expect(say('count', { count: 0 })).toBe('0 users')
    const few = makeTranslator('ru', { users: { count_one: 'a', count_few: 'b', count_many: 'c', count_other: 'd' } })
    expect([1, 3, 5, 21, 1.5].map((count) => few.find('count', ['users'], count))).toEqual(['a', 'b', 'c', 'a', 'd'])
  })

  it('falls back to its key until its namespace is loaded', () => {
    const early = makeTranslator('en', {})
    expect(early.has('users')).toBe(false)
    expect(early.find('users:save', [])).toBe('save')
    early.add('users', TEXTS.users)
    expect(early.has('users')).toBe(true)
    expect(early.find('users:save', [])).toBe('Keep')
    expect(early.find('users:constructor.name', [])).toBe('constructor.name')
  })
})

it('a text with elements keeps the words around them, and values cannot add elements', () => {
  const sentence = (phone: string) =>
    renderToStaticMarkup(
      <TextsContext value={textsIn('en')}>
        <RichText text="access:verify.sentTo" values={{ phone }} elements={{ phone: <bdi className="number" /> }} />
      </TextsContext>,
    )
  expect(sentence('+7 701')).toMatch(/^[^<]+<bdi class="number">\+7 701<\/bdi>[^<]*$/)
  expect(sentence('<phone>x</phone>')).toContain('<bdi class="number">&lt;phone&gt;x&lt;/phone&gt;</bdi>')
})

it('texts embedded in a page contain no tag, and unknown namespaces are left out', () => {
  const json = textsJson('en', ['common', 'access', 'nothing'])
  expect(json).not.toContain('<')
  expect(Object.keys(JSON.parse(json))).toEqual(['common', 'access'])
  expect(JSON.parse(json).access.verify.sentTo).toContain('<phone>')
})
