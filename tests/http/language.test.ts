import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { languageContext, servicesContext } from '../../app/context'
import { browserLanguage, languageMiddleware } from '../../app/http/preferences/language.server'
import { withoutLanguage } from '../../app/i18n/languages'
import { loader as textsLoader } from '../../app/routes/resources/texts'
import type { Services } from '../../app/services.server'
import { answerOf, visit } from '../support/requests'
import type { TestServices } from '../support/services'

it.each([
  ['zh', 'zh'],
  ['kk-KZ,kk;q=0.9', 'kk'],
  ['zh-Hant-TW', 'zh'],
  ['RU', 'ru'],
  ['de,ru;q=0.5', 'ru'],
  ['de, zh;q=0.3 , ru;q=0.8', 'ru'],
  ['ru;q=0, kk;q=0.1', 'kk'],
  ['en;q=0.5,ru', 'ru'],
  ['de', null],
  ['*', null],
  ['ru;q=x', null],
  ['ru;q=0', null],
  ['ru; q=0.3, kk; q=0.8', 'kk'],
  ['zh ;q=0.5', 'zh'],
  ['', null],
  [null, null],
])('a browser that asks for “%s” gets %s', (header, language) => expect(browserLanguage(header)).toBe(language))

async function asked(search: string, headers: Record<string, string>, page = new Response()) {
  const context = new RouterContextProvider()
  context.set(servicesContext, { env: { publicOrigin: 'https://console.example.com' } } as Services)
  const request = new Request(`https://console.example.com/terms${search}`, { headers })
  const args = { request, context, params: {} } as unknown as Parameters<typeof languageMiddleware>[0]
  const answer = await languageMiddleware(args, () => Promise.resolve(page))
  return { language: context.get(languageContext), cookies: (answer as Response).headers.getSetCookie() }
}

it.each([
  ['the address', '?lng=zh', { cookie: 'lng=ru', 'accept-language': 'kk' }, 'zh'],
  ['then the cookie', '', { cookie: 'lng=ru', 'accept-language': 'kk' }, 'ru'],
  ['then the browser', '', { 'accept-language': 'kk' }, 'kk'],
  ['English at last', '', {}, 'en'],
  ['not what we do not speak', '?lng=fr', { cookie: 'lng=ru' }, 'ru'],
] as const)('the order in which a language is chosen: %s', async (_, search, headers, language) => {
  expect(await asked(search, headers)).toMatchObject({ language })
})

it('a language in the address is stored once in a cookie, but not one that we do not offer', async () => {
  expect((await asked('?lng=zh', {})).cookies).toEqual([expect.stringMatching(/^lng=zh; Max-Age=604800;.*Secure/)])
  expect((await asked('?lng=zh', { cookie: 'lng=zh' })).cookies).toEqual([])
  expect((await asked('?lng=fr', { 'accept-language': 'kk' })).cookies).toEqual([])
})

it('removing the language from an address leaves the rest of it as it was', () => {
  expect(withoutLanguage('/organizations/1?lng=zh&tab=notes#note-2')).toBe('/organizations/1?tab=notes#note-2')
  expect(withoutLanguage('/terms')).toBe('/terms')
})

it('a response that a shared cache may keep never stores the language in a cookie', async () => {
  const texts = Response.json({}, { headers: { 'Cache-Control': 'public, max-age=300' } })
  expect((await asked('?lng=zh', {}, texts)).cookies).toEqual([])
})

it.each(['ZH', 'zh-CN', 'Zh-Hant'])('the language of ?lng=%s is stored, however it is written', async (lng) => {
  const answer = await asked(`?lng=${lng}`, { cookie: 'lng=ru' })
  expect(answer).toMatchObject({ language: 'zh', cookies: [expect.stringMatching(/^lng=zh;/)] })
})

it('texts are revalidated each time (304 if unchanged), and are 404 for an unknown language or namespace', async () => {
  const ask = (language: string, namespace: string, known = '') => {
    const given = visit({} as TestServices, '/texts', { params: { language, namespace } })
    given.request.headers.set('if-none-match', known)
    return answerOf(() => textsLoader(given as never))
  }
  const texts = await ask('kk', 'users')
  expect([texts.status, texts.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
  const tag = texts.headers.get('etag') ?? ''
  expect((await ask('kk', 'users', tag)).status).toBe(304)
  expect((await ask('kk', 'invites', tag)).status).toBe(200)
  for (const [language, namespace] of [
    ['de', 'users'],
    ['kk', 'nothing'],
    ['kk', 'constructor'],
  ] as const)
    expect((await ask(language, namespace)).status).toBe(404)
})
