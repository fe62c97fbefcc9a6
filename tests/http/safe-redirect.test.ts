import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  cameFrom,
  pagePath,
  returnPath,
  FEATURES_TO_RETURN_TO,
  safeRedirect,
} from '../../app/http/sign-in/safe-redirect'
import routes from '../../app/routes'

describe('sign-in leads back to a page of the console exactly as it was requested', () => {
  it.each([
    '/',
    '/users',
    '/users/',
    '/users/?page=2&pageSize=50&status=active&status=invited&username=a%20b',
    '/invites/?type=invite_to_user#row-3',
    '/invites/new',
    '/invites/delete?id=1&id=2',
    '/verifications/?tab=mode-changes',
    '/verifications/7d1f9a3e-5f4b-4c62-9d0e-3f1f6c1d2a3b/reject',
    '/verifications/mode-changes/7d1f9a3e-5f4b-4c62-9d0e-3f1f6c1d2a3b',
    '/organizations/?q=%D0%90%D0%BB%D0%BC%D0%B0%D1%82%D1%8B',
    '/organizations/7d1f9a3e-5f4b-4c62-9d0e-3f1f6c1d2a3b?tab=brands#top',
    "/organizations/?q=O'Neill",
    '/organizations/?q=//evil.example',
    '/users/?username=http://evil.example/',
    '/users/?username=%5C%5Cevil.example',
    '/settings/account',
    '/settings?lng=kk',
    '/errors/503',
    '/?q=a+b',
    '/#news',
    '/use-invite?code=INV-AAAA-BBBB-CCCC',
    '/terms',
    '/users/?username=%00',
  ])('to %s', (value) => expect(safeRedirect(value)).toBe(value))

  it('an address with 100 selected records', () => {
    const chosen = `/invites/delete?${Array.from({ length: 100 }, () => `id=${randomUUID()}`).join('&')}`
    expect(safeRedirect(chosen)).toBe(chosen)
  })

  it.each([
    ['/invites/export?type=a', '/invites/?type=a'],
    ['/users/export/', '/users/'],
    ['/audit/%65xport', '/audit/'],
    ['/Invites/Export', '/Invites/'],
    ['/users/7d1f9a3e/data', '/users/7d1f9a3e/data/confirm'],
    ['/verifications/1/documents/2?download', '/verifications/1/documents/2'],
    ['/organizations/1/documents/2/file?a=1&download=', '/organizations/1/documents/2/file?a=1'],
  ])('instead of the download %s its page %s', (value, page) => expect(safeRedirect(value)).toBe(page))

  it.each(['/users/7d1f9a3e/export', '/users/export/confirm?role=admin', '/users/7d1f9a3e/data/confirm'])(
    'a page that asks before a download: %s',
    (value) => expect(safeRedirect(value)).toBe(value),
  )

  it('letters that an address cannot hold, percent-encoded', () =>
    expect(safeRedirect('/users/?username=Айгерім')).toBe(
      '/users/?username=%D0%90%D0%B9%D0%B3%D0%B5%D1%80%D1%96%D0%BC',
    ))
})

describe('sign-in leads to the start page from any other address', () => {
  it.each([
    null,
    undefined,
    '',
    ' ',
    'users',
    'https://evil.example',
    'https://evil.example/users',
    'http://localhost:3000/users',
    'HTTPS:/evil.example',
    'https:evil.example',
    '//evil.example',
    '//evil.example/users',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/users/\\evil.example',
    '/users\\..\\..//evil.example',
    '/users/..//evil.example',
    '/users/../..//evil.example',
    '/./%2e%2e//evil.example',
    '/.//evil.example',
    '/users//evil.example',
    '/%2F/evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/users/%5c%5cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie:a=b',
    '/users\r\nLocation: //evil.example',
    '/users/%0d%0aSet-Cookie:a=b',
    '/users\u0000',
    '/users/%00',
    '/users\u007f',
    ' /users',
    '\u00a0/users',
    '\t/users',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,hi',
    'vbscript:x',
    '/javascript:alert(1)',
    '@evil.example',
    '/@evil.example',
    '.evil.example',
    '/users/%zz',
    '/users/%c0%af',
    '?redirect=/users',
    '#/users',
    `/users?username=${'a'.repeat(6144)}`,
    '/sign-in',
    '/sign-in?redirect=/sign-in',
    '/Sign-In/',
    '/sign%2Din',
    '/sign-out',
    '/SIGN-OUT',
    '/verify?phone=%2B77010000001',
    '/otp',
    '/preferences',
    '/users.data',
    '/users/_.data',
    '/_root.data',
    '/users%2edata',
    '/users.DATA',
    '/users?_routes=routes/users',
    '/healthz',
    '/assets/entry.js',
    '/unknown',
    '/users/https://evil.example',
    '/verifications/rail',
    '/verifications/rail/?id=1',
    '/invites/organizations?q=a',
    '/invites/organi%7Aations',
  ])('%j', (value) => expect(safeRedirect(value)).toBe('/'))
})

describe('a form without a page of its own leads back to the page in its address', () => {
  it.each(['/sign-in?redirect=%2Fusers', '/verify?phone=%2B77010000001', '/demo/outbox', '/organizations/1?tab=notes'])(
    '%s',
    (value) => expect(pagePath(value)).toBe(value),
  )
  it.each(['/users.data', '/_root.data', '/users%2edata', '/users?_routes=root', '//evil.example'])(
    'but to the start page for page data or another site: %s',
    (value) => expect(pagePath(value)).toBe('/'),
  )
})

it('sign-in can lead back to every feature of the console', () => {
  const featuresOf = (list: typeof routes): string[] =>
    list.flatMap((route) => (route.path === undefined ? [] : [route.path.split('/')[0] ?? '']))
  const signedIn = routes.find((route) => route.file === 'routes/signed-in.tsx')
  expect(signedIn?.children?.length).toBeGreaterThan(5)
  const onlyActs = ['drafts', 'unsent']
  for (const feature of featuresOf(signedIn?.children ?? []))
    if (!onlyActs.includes(feature)) expect(FEATURES_TO_RETURN_TO).toContain(feature)
})

it('every feature that sign-in can lead back to has a route', () => {
  const segments = (list: typeof routes): string[] =>
    list.flatMap(({ path, children }) => (path === undefined ? segments(children ?? []) : (path.split('/')[0] ?? [])))
  expect(segments(routes)).toEqual(expect.arrayContaining(FEATURES_TO_RETURN_TO.filter((feature) => feature !== '')))
})

describe('the return address that the guard keeps', () => {
  const kept = (path: string, method = 'GET') => returnPath(new Request(`http://localhost:3000${path}`, { method }))
  it.each([
    ['/users', '/users'],
    ['/users/?page=2&status=active&status=invited', '/users/?page=2&status=active&status=invited'],
    ['/users.data?page=2&_routes=routes%2Fusers%2Flist', '/users?page=2'],
    ['/users/_.data?page=2', '/users/?page=2'],
    ['/_root.data?index', '/'],
    ['/_.data', '/'],
    ['/settings?index', '/settings'],
    ['//evil.example', '/'],
    ['/invites/new.data?_routes=x', '/invites/new'],
  ])('for %s is %s', (path, expected) => expect(kept(path)).toBe(expected))

  it('for an action is its page with the filters of its list', () => {
    expect(kept('/invites/new?index', 'POST')).toBe('/invites/new')
    expect(kept('/verifications/1/reject?status=pending', 'POST')).toBe('/verifications/1/reject?status=pending')
  })
})

describe('the return address that the guard keeps for a request by a page itself', () => {
  const PAGE = 'http://localhost:3000/verifications/7?decide=reject'
  const kept = (path: string, referer: string) =>
    returnPath(new Request(`http://localhost:3000${path}`, { headers: { referer } }))
  it.each([
    '/verifications/rail.data?id=1&_routes=x',
    '/invites/organizations.data?q=a&_routes=x',
    '/search.data?q=a&_routes=routes%2Fsearch%2Fpage',
    '/shortcuts.data?_routes=x',
  ])('for %s is the page that sent it', (path) => expect(kept(path, PAGE)).toBe('/verifications/7?decide=reject'))
  it.each(['http://evil.example/users', 'http://localhost:3000/verifications/rail', 'nonsense'])(
    'is / instead of another site or the request itself: %s',
    (referer) => expect(kept('/verifications/rail.data?id=1', referer)).toBe('/'),
  )
  it.each(['/search.data?q=a', '/search.data?q=a&_routes=root%2Croutes%2Fsearch%2Fpage'])(
    'is the page itself when somebody navigates to it: %s',
    (path) => expect(kept(path, PAGE)).toBe('/search?q=a'),
  )
})

describe('the Go Back link', () => {
  const from = (referer: string | null) =>
    cameFrom(new Request('http://localhost:3000/unknown', { headers: referer ? { referer } : {} }))
  it.each([
    ['http://localhost:3000/users?page=2', '/users?page=2'],
    ['http://localhost:3000/unknown', null],
    ['http://evil.example/users', null],
    ['not an address', null],
    [null, null],
  ])('from %s leads to %s', (referer, expected) => expect(from(referer)).toBe(expected))
})
