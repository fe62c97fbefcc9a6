import fs from 'node:fs'
import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../app/vocabulary'

const script = fs.readFileSync('public/page.js', 'utf8')

type Browser = { search?: string; cookie?: string; local?: string; session?: string; hasCookies?: boolean }

/** Runs the script of the public pages in a page that the server drew in English. */
function open({ search = '', cookie = '', local, session, hasCookies = true }: Browser) {
  const storageOf = (kept: Map<string, string>) => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const stored = new Map(local === undefined ? [] : [['i18nextLng', local]])
  const asked: string[] = []
  const cookies = { held: cookie }
  const document = {
    currentScript: { dataset: { loading: 'Loading', languages: LANGUAGES.join(' ') } },
    documentElement: { lang: 'en' },
    addEventListener: () => {},
    querySelectorAll: () => [],
    get cookie() {
      return cookies.held
    },
    set cookie(line: string) {
      if (hasCookies) cookies.held = line.split(';')[0] ?? ''
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
  return { cookie: cookies.held, stored: stored.get('i18nextLng'), asked }
}

type Hear = (event: unknown) => void
type Page = {
  addEventListener: (name: string, hear: Hear) => void
  setTimeout?: (act: () => void) => number
  clearTimeout?: (id: number) => void
}

/** Runs the script in a page that only listens and waits. */
const runPage = ({ addEventListener, setTimeout = () => 0, clearTimeout = () => {} }: Page) =>
  vm.runInNewContext(script, {
    document: {
      currentScript: { dataset: { loading: 'Loading', languages: 'en' } },
      documentElement: { lang: 'en' },
      cookie: 'lng=en',
      addEventListener,
      querySelectorAll: () => [],
    },
    window: { addEventListener: () => {} },
    location: { search: '', pathname: '/verify', origin: '' },
    localStorage: { getItem: () => null, setItem: () => {} },
    sessionStorage: { getItem: () => null },
    setTimeout,
    clearTimeout,
  })

describe('a code that is typed whole', () => {
  /** Types into the code field of a page, and says how often its form was sent by itself. */
  function type(typed: readonly string[], { isSent = false, inputType = 'insertText' } = {}) {
    const heard: Record<string, Hear[]> = {}
    const timers = new Map<number, () => void>()
    let sent = 0
    const button = {}
    const form = { querySelector: () => button, requestSubmit: (by: unknown) => (sent += by === button ? 1 : 100) }
    runPage({
      addEventListener: (name, hear) => void (heard[name] ??= []).push(hear),
      setTimeout: (act) => timers.set(timers.size + 1, act).size,
      clearTimeout: (id) => timers.delete(id),
    })
    const target = { matches: () => true, value: '', form }
    for (const value of typed) {
      target.value = value
      for (const hear of heard.input ?? []) hear({ target, isComposing: false, inputType })
    }
    if (isSent)
      for (const hear of heard.submit ?? [])
        hear({ target: { ...form, querySelector: () => null }, defaultPrevented: true })
    for (const act of timers.values()) act()
    return sent
  }

  it.each([
    [['12345', '123456'], 1],
    [['123456', '12345', '123457'], 1],
    [['٣٤٥٦٧٨'], 1],
    [['12345'], 0],
    [['123456', '1234567'], 0],
    [['12345a'], 0],
  ])('%j is sent %i times once the typing rests', (typed, times) => expect(type(typed)).toBe(times))

  it('is left to the button where a program put it in', () => expect(type(['123456'], { inputType: '' })).toBe(0))

  it('is not sent again when the button was pressed meanwhile, nor the other way round', () => {
    expect(type(['123456'], { isSent: true })).toBe(0)
    const heard: ((event: unknown) => void)[] = []
    runPage({ addEventListener: (name, hear) => void (name === 'submit' && heard.push(hear)) })
    const form = { querySelector: () => ({}) }
    const send = () => {
      let isStopped = false
      for (const hear of heard)
        hear({ target: form, defaultPrevented: true, preventDefault: () => void (isStopped = true) })
      return isStopped
    }
    expect([send(), send()]).toEqual([false, true])
  })
})

describe('on pages without the console’s script, the language that the browser keeps', () => {
  it.each([
    ['in local storage', { local: 'zh', session: 'ru' }],
    ['in session storage', { session: 'zh' }],
  ])('%s comes before what the browser itself speaks', (_, browser) => {
    expect(open(browser)).toMatchObject({ cookie: 'lng=zh', asked: ['/sign-in'] })
  })

  it.each([
    ['the address', { search: '?lng=en', local: 'zh' }],
    ['the cookie', { cookie: 'lng=en', local: 'zh' }],
  ])('comes after %s, and follows it', (_, browser) => {
    expect(open(browser)).toMatchObject({ stored: 'en', asked: [] })
  })

  it('is that of the page where there is none, or one that is not ours', () => {
    for (const browser of [{}, { local: 'xx' }]) expect(open(browser)).toMatchObject({ stored: 'en', asked: [] })
  })

  it('is not asked for again and again where the browser keeps no cookies', () => {
    expect(open({ local: 'zh', hasCookies: false }).asked).toEqual([])
  })
})
