import { describe, expect, it } from 'vitest'
import { columnSort } from '../../app/lists/column-sort'
import { defineList } from '../../app/lists/define-list'
import { choice, matching, members, narrowing, text } from '../../app/lists/list-fields'
import { pageWithin, otherParams } from '../../app/lists/paging'

const people = defineList({
  path: '/users/',
  fields: {
    status: members(['active', 'inactive', 'invited', 'suspended']),
    username: text(),
    sort: choice(['newest', 'oldest']),
    reviewer: matching(/^(me|\d+)$/),
  },
})
const read = (query: string) => people.read(new URLSearchParams(query))

describe('reading an address', () => {
  it.each([
    ['', 1],
    ['page=7', 7],
    ['page=1000000', 1_000_000],
    ['page=1000001', 1_000_000],
    ['page=0', 1],
    ['page=-1', 1],
    ['page=1.5', 1],
    ['page=1e3', 1],
    ['page=0x10', 1],
    ['page=abc', 1],
    ['page=', 1],
    ['page=%202', 1],
    ['page=2&page=5', 1],
    ['page=99999999999999999999999', 1_000_000],
  ])('%s: page %i', (query, page) => expect(read(query).page).toBe(page))

  it.each([
    ['', 10],
    ['pageSize=20', 20],
    ['pageSize=30', 30],
    ['pageSize=40', 40],
    ['pageSize=50', 50],
    ['pageSize=100', 100],
    ['pageSize=25', 10],
    ['pageSize=100000', 10],
    ['pageSize=-10', 10],
    ['pageSize=ten', 10],
  ])('%s: page size %i', (query, size) => expect(read(query).pageSize).toBe(size))

  it.each([
    ['', []],
    ['status=active', ['active']],
    ['status=suspended&status=active', ['active', 'suspended']],
    ['status=active,invited', ['active', 'invited']],
    ['status=active,%20invited%20', ['active', 'invited']],
    ['status=["active","inactive"]', ['active', 'inactive']],
    ['status=["active"', []],
    ['status=[1,null,{"a":1},"active"]', ['active']],
    ['status=active&status=active', ['active']],
    ['status=foo&status=active', ['active']],
    ['status=foo', []],
    ['status=', []],
    ['status=ACTIVE', []],
    ['__proto__=active&constructor=active', []],
  ])('%s: status %j', (query, status) => expect(read(query).status).toEqual(status))

  it.each([
    ['username=bob', 'bob'],
    ['username=%20%20bob%20', 'bob'],
    ['username=bo%00b', 'bob'],
    ['username=%E2%80%AA%2B7%207983%E2%80%AC', '+7 7983'],
    ['username=%E2%80%8Eoffice%40kama%C2%ADtrans.example%E2%80%8B', 'office@kamatrans.example'],
    ['username=%E6%9D%8E', '李'],
    ['username=100%25_', '100%_'],
    ['username=a&username=b', ''],
    [`username=${'x'.repeat(98)}%20%20xx`, 'x'.repeat(98)],
    [`username=${'x'.repeat(101)}`, 'x'.repeat(100)],
    [`username=${encodeURIComponent('😀'.repeat(101))}`, '😀'.repeat(100)],
  ])('%s: text is cleaned and cut to 100 characters', (query, username) => expect(read(query).username).toBe(username))

  it('takes one choice, or the default when it is unknown or named twice', () => {
    expect(['sort=oldest', 'sort=best', '', 'sort=oldest&sort=newest'].map((query) => read(query).sort)).toEqual([
      'oldest',
      'newest',
      'newest',
      'newest',
    ])
  })

  it('keeps values that match the pattern and drops the others', () =>
    expect(read('reviewer=me&reviewer=12,x').reviewer).toEqual(['me', '12']))

  it('takes the page size of the list when neither the address nor the reader has another', () => {
    const log = defineList({ path: '/log', fields: {}, pageSize: 20 })
    expect(log.path).toBe('/log')
    expect(log.read(new URLSearchParams()).pageSize).toBe(20)
    expect(log.read(new URLSearchParams(), 30).pageSize).toBe(30)
  })

  it('takes at most 50 ids', () => {
    const ids = Array.from({ length: 51 }, (_, index) => String(index))
    expect(read(`reviewer=${ids.join(',')}`).reviewer).toEqual(ids.slice(0, 50))
  })

  it('accepts the former name of a field unless the present one is there, and links use the present one', () => {
    const renamed = defineList({
      path: '/log',
      fields: { area: members(['user', 'invite']) },
      formerly: { area: 'room' },
    })
    expect(renamed.read(new URLSearchParams('room=user')).area).toEqual(['user'])
    expect(renamed.read(new URLSearchParams('room=user&area=invite')).area).toEqual(['invite'])
    expect(renamed.href(renamed.read(new URLSearchParams('room=user')))).toBe('/log?area=user')
  })

  it('reads a Request and a URL alike', () => {
    const address = 'https://console.example.com/users/?status=active&page=3'
    expect(people.read(new Request(address))).toEqual(people.read(new URL(address)))
    expect(people.read(new URL(address))).toMatchObject({ status: ['active'], page: 3 })
  })
})

describe('writing a link', () => {
  it('leaves out defaults', () => expect(people.href(people.empty)).toBe('/users/'))

  it('repeats keys in a stable order', () =>
    expect(people.href(read('pageSize=20&page=2&username=bob&status=invited,active'))).toBe(
      '/users/?status=active&status=invited&username=bob&page=2&pageSize=20',
    ))

  it('returns to page 1 when anything but the page changes', () => {
    const state = read('page=4&status=active')
    expect(people.href(state, { status: [] })).toBe('/users/')
    expect(people.href(state, { pageSize: 50 })).toBe('/users/?status=active&pageSize=50')
    expect(people.href(state, { page: 5 })).toBe('/users/?status=active&page=5')
  })

  it('carries the state to another path', () =>
    expect(people.href(read('status=active&page=2'), {}, '/users/7')).toBe('/users/7?status=active&page=2'))

  it('leaves out the usual page size of the reader, but names any other', () => {
    const state = people.read(new URLSearchParams('status=active'), 30)
    expect(people.href(state)).toBe('/users/?status=active')
    expect(people.href(state, { pageSize: 10 })).toBe('/users/?status=active&pageSize=10')
  })

  it('names the page size of the address when the usual one of the reader is unknown', () => {
    expect(people.search(read('page=2&pageSize=10'))).toBe('?page=2&pageSize=10')
    expect(people.search(read('page=2&pageSize=13'))).toBe('?page=2')
    expect(people.search(people.read(new URLSearchParams('page=2&pageSize=10'), null))).toBe('?page=2')
  })

  it('reads back as the same state', () => {
    const state = read('status=active,suspended&username=a%26b%3Dc%20%25&sort=oldest&reviewer=me&page=9&pageSize=30')
    expect(read(people.search(state))).toEqual(state)
  })
})

describe('filter chips', () => {
  const state = read('status=active,invited&username=bob&page=3&sort=oldest')

  it('name everything that narrows the list', () =>
    expect(people.activeFilters(state)).toEqual([
      { key: 'status', value: 'active' },
      { key: 'status', value: 'invited' },
      { key: 'username', value: 'bob' },
    ]))

  it('stand in the order of their labels, each with a link that removes it', () =>
    expect(
      people.chips(state, { username: { label: 'Name' }, status: { label: 'Status', member: (one) => `is ${one}` } }),
    ).toEqual([
      { label: 'Name', value: 'bob', removeHref: '/users/?status=active&status=invited&sort=oldest' },
      { label: 'Status', value: 'is active', removeHref: '/users/?status=invited&username=bob&sort=oldest' },
      { label: 'Status', value: 'is invited', removeHref: '/users/?status=active&username=bob&sort=oldest' },
    ]))

  it('can be removed one by one or by field', () => {
    expect(people.without(state, 'status', 'active')).toEqual({ ...state, status: ['invited'], page: 1 })
    expect(people.without(state, 'status').status).toEqual([])
    expect(people.without(state, 'username', 'bob').username).toBe('')
  })
})

it.each([
  [1, 10, 0, 1],
  [9, 10, 0, 1],
  [2, 10, 11, 2],
  [3, 10, 20, 2],
  [1_000_000, 100, 101, 2],
])('page %i at %i rows per page and %i rows in total shows page %i', (page, pageSize, total, shown) =>
  expect(pageWithin(page, pageSize, total)).toBe(shown),
)

it.each([
  ['name', 'ascending', 'name-last'],
  ['name-last', 'descending', 'name'],
  ['newest', undefined, 'name'],
] as const)('the header of a column sorted by %s shows %s and links to %s', (current, direction, next) => {
  const orders = { rising: 'name', falling: 'name-last' } as const
  expect(columnSort<'name' | 'name-last' | 'newest'>(current, orders, (sort) => sort)).toEqual({
    href: next,
    ...(direction && { direction }),
  })
})

it('the header of a column that sorts falling first links to that order', () =>
  expect(
    columnSort<'old' | 'new' | 'name'>('name', { rising: 'old', falling: 'new', first: 'falling' }, (sort) => sort),
  ).toEqual({ href: 'new' }))

it('a choice is a filter only when declared so, ids always are, and each can be removed alone', () => {
  const list = defineList({
    path: '/notes/',
    fields: {
      whose: narrowing(choice(['all', 'own'])),
      sort: choice(['newest', 'oldest']),
      author: matching(/^\d+$/),
    },
  })
  const state = list.read(new URLSearchParams('whose=own&sort=oldest&author=1&author=2'))
  expect(list.activeFilters(state)).toEqual([
    { key: 'whose', value: 'own' },
    { key: 'author', value: '1' },
    { key: 'author', value: '2' },
  ])
  expect(list.without(state, 'author', '1').author).toEqual(['2'])
  expect(list.without(state, 'whose', 'own').whose).toBe('all')
})

it('a link written again belongs to its own state and list', () => {
  const renamed = defineList({ path: '/guests/', fields: { username: text() } })
  const state = read('status=active&username=a&page=3')
  const again = () => [people.search(state), people.href(state, {}, '/users/1'), renamed.search(state)]
  const expected = [
    '?status=active&username=a&page=3',
    '/users/1?status=active&username=a&page=3',
    '?username=a&page=3',
  ]
  expect([again(), people.href(state, { username: 'b' }), people.search({ ...state, page: 1 }), again()]).toEqual([
    expected,
    '/users/?status=active&username=b',
    '?status=active&username=a',
    expected,
  ])
})

it('hidden fields carry the params of an address except for the named ones', () =>
  expect(otherParams('?status=a&status=b&page=2&q=x', ['page', 'q'])).toEqual([
    ['status', 'a'],
    ['status', 'b'],
  ]))
