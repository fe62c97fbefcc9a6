import fs from 'node:fs'
import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import { LANGUAGE_COOKIE_MAX_AGE_S } from '../../app/i18n/languages'
import { LANGUAGES } from '../../app/vocabulary'
import { sourcesUnder } from '../support/imports'

const script = fs.readFileSync('app/ui/frame/plain/page.js', 'utf8')

type Browser = { search?: string; cookie?: string; local?: string; session?: string; hasCookies?: boolean }

/** Runs the script of the public pages in a page that the server drew in English. */
function open({ search = '', cookie = '', local, session, hasCookies = true }: Browser) {
  const storageOf = (kept: Map<string, string>) => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const stored = new Map(local === undefined ? [] : [['i18nextLng', local]])
  const asked: string[] = []
  const cookies = { held: cookie, age: '' }
  const document = {
    currentScript: { dataset: { loading: 'Loading', languages: LANGUAGES.join(' ') } },
    documentElement: { lang: 'en' },
    addEventListener: () => {},
    querySelectorAll: () => [],
    get cookie() {
      return cookies.held
    },
    set cookie(line: string) {
      if (!hasCookies) return
      cookies.held = line.split(';')[0] ?? ''
      cookies.age = /max-age=\d+/.exec(line)?.[0] ?? ''
    },
  }
  vm.runInNewContext(script, {
    document,
    window: { addEventListener: () => {} },
    location: { search, pathname: '/sign-in', origin: '', replace: (to: string) => asked.push(to) },
    URLSearchParams,
    localStorage: storageOf(stored),
    sessionStorage: storageOf(new Map(session === undefined ? [] : [['i18nextLng', session]])),
  })
  return { cookie: cookies.held, age: cookies.age, stored: stored.get('i18nextLng'), asked }
}

describe('the stored language on pages without the console’s script', () => {
  it.each([
    ['in local storage', { local: 'zh', session: 'ru' }],
    ['in session storage', { session: 'zh' }],
    ['in session storage, beside one that is not ours', { local: 'xx', session: 'zh' }],
    ['with its country', { local: 'zh-CN' }],
    ['in capitals', { local: 'ZH' }],
    ['with an address in a language that we do not have', { search: '?lng=fr', local: 'zh' }],
    ['with a cookie in a language that we do not have', { cookie: 'lng=fr', local: 'zh' }],
  ])('is used before the language of the browser itself: %s', (_, browser) => {
    expect(open(browser)).toMatchObject({
      cookie: 'lng=zh',
      age: `max-age=${LANGUAGE_COOKIE_MAX_AGE_S}`,
      asked: [`/sign-in${'search' in browser ? browser.search : ''}`],
    })
  })

  it.each([
    ['the address', { search: '?lng=en', local: 'zh' }],
    ['the cookie', { cookie: 'lng=en', local: 'zh' }],
  ])('yields to %s and is overwritten by it', (_, browser) => {
    expect(open(browser)).toMatchObject({ stored: 'en', asked: [] })
  })

  it('becomes that of the page when none is stored, or an unknown one', () => {
    for (const browser of [{}, { local: 'xx' }]) expect(open(browser)).toMatchObject({ stored: 'en', asked: [] })
  })

  it('causes no reload when the browser keeps no cookies', () => {
    for (const cookie of ['', 'lng=fr']) expect(open({ cookie, local: 'zh', hasCookies: false }).asked).toEqual([])
  })
})

it('no page script has a fixed address, so a page of a new release never runs an old script', () => {
  expect(fs.readdirSync('public').filter((name) => name.endsWith('.js'))).toEqual([])
  const named = sourcesUnder('app').filter((file) => /<script[^>]*\bsrc="/.test(fs.readFileSync(file, 'utf8')))
  expect(named).toEqual([])
})
