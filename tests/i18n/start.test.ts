import { afterEach, describe, expect, it, vi } from 'vitest'
import { startTexts } from '../../app/i18n/start.client'

type Browser = { search?: string; cookie?: string; local?: string; session?: string; hasStorage?: boolean }

/** Starts the texts of an English page in a browser that kept something. */
function start({ search = '', cookie = '', local, session, hasStorage = true }: Browser) {
  const storageOf = (value: string | undefined) => {
    const kept = new Map(value === undefined ? [] : [['i18nextLng', value]])
    return {
      kept,
      getItem: vi.fn((name: string) => {
        if (!hasStorage) throw new Error('storage is off')
        return kept.get(name) ?? null
      }),
      setItem: (name: string, text: string) => void kept.set(name, text),
    }
  }
  const storage = storageOf(local)
  const location = { search, pathname: '/users/', href: `http://x/users/${search}`, reload: vi.fn(), replace: vi.fn() }
  const texts = { textContent: '{"common":{"save":"Save"}}' }
  const page = { documentElement: { lang: 'en' }, getElementById: () => texts, cookie }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', location)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storageOf(session))
  vi.stubGlobal('navigator', { onLine: true })
  const later: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (act: () => void) => void later.push(act))
  const becomeIdle = () => later.splice(0).forEach((act) => act())
  return { translator: startTexts(), page, location, becomeIdle, kept: () => storage.kept.get('i18nextLng') }
}

afterEach(() => vi.unstubAllGlobals())

describe('the language stored by the browser', () => {
  it.each<[string, Browser, { asksAgainIn?: string }]>([
    ['local storage comes before the language of the browser', { local: 'kk' }, { asksAgainIn: 'kk' }],
    ['session storage too', { session: 'ru' }, { asksAgainIn: 'ru' }],
    ['local storage comes before session storage', { local: 'zh', session: 'ru' }, { asksAgainIn: 'zh' }],
    ['one that we do not have is passed over', { local: 'xx', session: 'ru' }, { asksAgainIn: 'ru' }],
    ['its country does not matter', { local: 'ru-RU' }, { asksAgainIn: 'ru' }],
    ['letters do not matter', { local: 'KK' }, { asksAgainIn: 'kk' }],
    ['the cookie comes before it', { local: 'kk', cookie: 'lng=en' }, {}],
    ['the address comes before it', { local: 'kk', search: '?lng=en' }, {}],
    [
      'an address in a language that we do not have says nothing',
      { local: 'kk', search: '?lng=fr' },
      { asksAgainIn: 'kk' },
    ],
    ['nor a cookie in one', { local: 'kk', cookie: 'lng=fr' }, { asksAgainIn: 'kk' }],
    ['one that we do not have is left alone', { local: 'de' }, {}],
    ['that of the page changes nothing', { local: 'en' }, {}],
    ['storage may be off', { hasStorage: false }, {}],
  ])('%s', (_, browser, { asksAgainIn }) => {
    const { location, page, becomeIdle, kept } = start(browser)
    becomeIdle()
    expect(location.reload).toHaveBeenCalledTimes(asksAgainIn ? 1 : 0)
    if (asksAgainIn) expect(page.cookie).toBe(`lng=${asksAgainIn}; path=/; max-age=604800; samesite=lax`)
    else if (browser.hasStorage !== false) expect(kept()).toBe('en')
  })
})

it('when the cookie names the language, storage is never read and is written only once the page is idle', () => {
  const { becomeIdle, kept } = start({ local: 'kk', cookie: 'lng=en' })
  expect(kept()).toBe('kk')
  becomeIdle()
  expect(kept()).toBe('en')
  expect(localStorage.getItem).not.toHaveBeenCalled()
  expect(start({ cookie: 'lng=en', hasStorage: false }).becomeIdle).not.toThrow()
})

it('storage gets the language that the cookie names once the page is idle, or none without a cookie', () => {
  const chosenElsewhere = start({ local: 'kk', cookie: 'lng=en' })
  chosenElsewhere.page.cookie = 'lng=ru'
  chosenElsewhere.becomeIdle()
  expect(chosenElsewhere.kept()).toBe('ru')

  const forgotten = start({ local: 'kk', cookie: 'lng=en' })
  forgotten.page.cookie = ''
  forgotten.becomeIdle()
  expect(forgotten.kept()).toBe('kk')
})

it('starts with the texts of the page and requests a missing namespace once', async () => {
  const { translator } = start({})
  expect(translator.find('common:save', [])).toBe('Save')
  const asked = vi.fn(async () => Response.json({ title: 'Users' }))
  vi.stubGlobal('fetch', asked)
  await Promise.all([translator.load?.('users'), translator.load?.('users')])
  expect(asked).toHaveBeenCalledTimes(1)
  expect(translator.find('users:title', [])).toBe('Users')
})

it('a page whose texts cannot be loaded is reloaded as a document, once', async () => {
  const { translator, location } = start({})
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  await translator.load?.('users')
  await translator.load?.('notes')
  expect(location.replace.mock.calls).toEqual([['/users/']])
})
