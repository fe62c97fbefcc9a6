import { randomUUID } from 'node:crypto'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzz, type FuzzReport } from '../../scripts/fuzz/run'
import { faultOf } from '../../scripts/fuzz/judge'
import { visitor } from '../../scripts/probe/visitor'
import { withoutApostrophes } from '../support/csv'
import { NAUGHTY_STRINGS } from '../support/naughty-strings'
import { PHONES, startBuiltConsole, type BuiltConsole } from '../support/server'

const SEED = 20_261_122
const REQUESTS = 200

let served: BuiltConsole
let report: FuzzReport
beforeAll(async () => {
  served = await startBuiltConsole({ LOG_LEVEL: 'info' })
})
beforeAll(async () => {
  const people = [
    {
      name: 'stranger',
      browser: visitor(served.server.origin),
      start: ['/sign-in', '/use-invite', '/forgot-password'],
    },
  ]
  for (const person of ['cashier', 'manager', 'superadmin'] as const)
    people.push({ name: person, browser: await served.signIn(person), start: ['/', '/settings/', '/invites/new'] })
  report = await fuzz(people, { requests: REQUESTS, seed: SEED, perPattern: 1 })
}, 240_000)
afterAll(() => served.stop())

describe('wrong input to every form and address', () => {
  it('never fails, reveals no internals and loses nothing that was typed', () => {
    expect(report.faults).toEqual([])
    expect(report.posts + report.gets).toBe(REQUESTS)
  })

  it('reaches more than 30 forms and is answered with 302, 400, 404 and 422', () => {
    expect(report.forms).toBeGreaterThan(30)
    for (const status of [302, 400, 404, 422]) expect(report.statuses.get(status), String(status)).toBeGreaterThan(0)
  })
})

describe('a decision whose text is sent twice', () => {
  it.each([
    ['reject', 'reason'],
    ['request-info', 'items[0].text'],
  ])('%s is refused with 422', async (act, name) => {
    const reviewer = await served.signIn('superadmin')
    const { text: queue } = await reviewer.get('/verifications/?status=under_review')
    const at = /\/verifications\/[0-9a-f-]{36}/.exec(queue)?.[0] ?? 'none'
    const form = parse((await reviewer.get(`${at}/${act}`)).text)
    const version = form.querySelector('input[name=version]')?.getAttribute('value') ?? ''
    const answer = await reviewer.post(`${at}/${act}`, [
      ['version', version],
      [name, 'Not readable'],
      [name, 'Too old'],
    ])
    expect(answer.status).toBe(422)
  })
})

describe('a malformed percent escape', () => {
  it.each(['/sign-in?redirect=/%25zz', '/verify?phone=%2B77010000001&redirect=/%25zz', '/use-invite?code=%zz'])(
    'in the address %s still answers 200',
    async (address) => expect((await served.newVisitor().get(address)).status).toBe(200),
  )

  it('in the body of a form answers 400', async () => {
    const { origin } = served.server
    const headers = { origin, 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${origin}/sign-in`, { method: 'POST', headers, body: 'phone=%zz&channel=sms' })
    expect(answer.status).toBe(400)
  })
})

describe('text that somebody wrote', () => {
  it('is shown and exported as it was written, and never runs', async () => {
    const writer = await served.signIn('superadmin')
    for (const text of NAUGHTY_STRINGS) {
      const terms = { id: randomUUID(), type: 'invite_logistic_provider', maximumUses: '1', lastDay: '' }
      const made = await writer.post('/invites/new', { ...terms, notes: text })
      expect(made.status, text).toBe(302)
      const page = parse((await writer.get(made.location ?? '')).text)
      const shown = page.querySelector('main')?.textContent.normalize('NFC')
      expect(shown?.includes(text.normalize('NFC').trim()), text).toBe(true)
      expect(
        page.querySelectorAll('main script, main iframe, main svg[onload], main [onerror], main [onclick]'),
      ).toEqual([])
    }
    const csv = withoutApostrophes((await writer.get('/invites/export')).text)
    const missing = NAUGHTY_STRINGS.filter((text) => !csv.includes(text.normalize('NFC').trim().replaceAll('"', '""')))
    expect(missing).toEqual([])
  })
})

describe('the log of all these requests', () => {
  it('is one JSON record per line, whatever was typed', () => {
    const lines = served.log()
    expect(lines.length).toBeGreaterThan(REQUESTS)
    expect(lines.filter((line) => typeof JSON.parse(line).time !== 'string')).toEqual([])
  })

  it('holds no phone, code, invite code, token or e-mail address', () => {
    const log = served.log().join('\n')
    const codes = served.outbox().flatMap(({ text }) => text.match(/\b\d{6}\b|INV(-[0-9A-Z]{4}){3}/g) ?? [])
    expect(codes.length).toBeGreaterThan(2)
    const told = [...codes, ...Object.values(PHONES)].filter((secret) => log.split(/[^\w+-]/).includes(secret))
    expect(told).toEqual([])
    expect(log.match(/INV-[0-9A-Z]{4}|[\w.]+@[\w.]+\.\w{2,}|\+7\d{10}|auth-storage=/g)).toBeNull()
  })
})

describe('the fault finder', () => {
  const answer = (status: number, text: string) => ({ status, location: null, text })

  it.each([
    ['a server error', answer(503, ''), 'answers 503'],
    ['a stack', answer(400, 'Error\n    at run (/srv/x.js:1:2)'), 'insides'],
    ['a lost text', answer(422, '<p>Too long</p>'), 'loses'],
  ])('reports %s', (_name, given, words) => expect(faultOf(given, ['my reason'])).toContain(words))

  it('accepts a page that shows the text again', () => {
    expect(faultOf(answer(409, '<textarea>my &quot;reason&quot;\r\n2</textarea>'), ['my "reason"\r\n2'])).toBeNull()
  })
})
