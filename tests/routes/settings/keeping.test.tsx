import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { keepingPeriods } from '../../../app/db/schema/keeping'
import type { Actor } from '../../../app/domain/access'
import { dateProof } from '../../../app/domain/fresh-proof'
import { changeKeeping } from '../../../app/domain/keeping/keeping.server'
import { keepingInput } from '../../../app/domain/keeping/keeping-input'
import { boundsOf, KEPT, KEPT_CLASSES, SETTABLE_CLASSES } from '../../../app/domain/keeping/periods'
import * as keeping from '../../../app/routes/settings/keeping'
import Privacy, { loader as readPrivacy } from '../../../app/routes/legal/privacy'
import { LANGUAGES, type Language } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { toastOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { PROOF_LIFE_MS, settingsPage } from '../../support/settings-page'
import { signedInStaff } from '../../support/signed-in'
import { permitOf } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let superadmin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  superadmin = await signedInStaff(db, services, 'superadmin', 'Айгүл')
})

const filled = (more: Record<string, string> = {}, version = '1'): Record<string, string> => ({
  ...Object.fromEntries(SETTABLE_CLASSES.map((kept) => [kept, String(KEPT[kept].days)])),
  version,
  ...more,
})
const { send, page } = settingsPage(keeping, '/settings/keeping', () => ({ services, superadmin }))
const valueOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="(\\d*)"`).exec(html)?.[1]

it('the default periods apply until a superadmin changes them; saving the same again adds no audit entry', async () => {
  for (const kept of SETTABLE_CLASSES) expect(valueOf(await page(), kept), kept).toBe(String(KEPT[kept].days))
  const form = filled({ sessions: '90', rejectedDocuments: '730' })
  const saved = await send(form)
  expect([saved.status, toastOf(saved.headers)]).toEqual([302, expect.stringContaining('settings:toast.saved')])
  expect(valueOf(await page(), 'sessions')).toBe('90')
  expect(valueOf(await page(), 'devices')).toBe('180')
  expect((await send(form)).status).toBe(302)
  expect(await db.select().from(auditLog)).toMatchObject([
    {
      action: 'keeping.edit',
      actorId: superadmin.id,
      objectType: 'settings',
      before: { sessions: 180, rejectedDocuments: 365 },
      after: { sessions: 90, rejectedDocuments: 730 },
    },
  ])
})

it('the form keeps unsent input as a draft', async () => expect(await page()).toContain('name="keep"'))

it.each(['3,650', '3 650', '3\u00a0650', '３６５０'])('reads %s as 3,650 days', (rejectedDocuments) => {
  const read = keepingInput(() => 'out of bounds').parse(filled({ rejectedDocuments }))
  expect(read.rejectedDocuments).toBe(3650)
})

it('each field explains its period and its allowed range of days', async () => {
  const html = await page()
  expect(html).toContain('Counted from the sign-in. From 30 to 730 days')
  expect(html).toContain('Files and their names, counted from the rejection. From 90 to 3,650 days')
})

describe('a retention period', () => {
  it.each(
    SETTABLE_CLASSES.flatMap((kept) => {
      const { min, max } = boundsOf(kept)
      return [String(min - 1), String(max + 1), '', '-1', '1.5', 'year', '1e2'].map((days) => ({ kept, days }))
    }),
  )(
    '$kept cannot be $days: 422 with an error beside that field alone, which keeps what was typed',
    async ({ kept, days }) => {
      const { status, body } = await send(filled({ [kept]: days }))
      expect(status).toBe(422)
      const { error, initialValue } = (
        body as { result: { error: Record<string, string[]>; initialValue: Record<string, string> } }
      ).result
      expect(Object.keys(error)).toEqual([kept])
      expect(initialValue[kept] ?? '').toBe(days)
      expect(error[kept]?.[0]).toMatch(
        days === '' ? /^This field is required$/ : /^Enter whole days from [\d,]+ to [\d,]+$/,
      )
      expect(await db.$count(keepingPeriods)).toBe(0)
    },
  )

  it.each(SETTABLE_CLASSES)('%s accepts both of its bounds', async (kept) => {
    const { min, max } = boundsOf(kept)
    // The default goes first, because saving it changes nothing.
    for (const days of [min, max].toSorted((one) => (one === KEPT[kept].days ? -1 : 0))) {
      const version = 1 + (await db.$count(keepingPeriods))
      expect((await send(filled({ [kept]: String(days) }, String(version)))).status).toBe(302)
    }
  })

  it('of a class without a setting is ignored', async () => {
    expect((await send(filled({ limits: '0', codes: '0' }))).status).toBe(302)
    expect(await db.$count(keepingPeriods)).toBe(0)
  })

  it('is refused in the language of the page', async () => {
    const { body } = await send(filled({ people: '2556' }), superadmin, 'ru')
    const { error } = (body as { result: { error: Record<string, string[]> } }).result
    expect(error.people?.[0]?.replace(/\s/g, ' ')).toBe('Введите целое число дней от 90 до 2 555')
  })
})

it('saving from an outdated page is 409, keeps the input, shows the saved periods and can be repeated', async () => {
  await send(filled({ sessions: '200' }))
  const { status, body } = await send(filled({ devices: '100' }))
  expect(status).toBe(409)
  expect(body).toMatchObject({
    isStale: true,
    seen: { version: '2' },
    now: { sessions: '200 days', devices: '180 days' },
  })
  const html = await page(body)
  expect([valueOf(html, 'devices'), valueOf(html, 'sessions')]).toEqual(['100', '180'])
  expect(html).toContain('In force now: 200 days')
  expect((await send(filled({ devices: '100', sessions: '200' }, '2'))).status).toBe(302)
  expect(await db.$count(keepingPeriods)).toBe(2)
})

it('of two simultaneous saves, one is refused with 409', async () => {
  const ends = await Promise.all([send(filled({ sessions: '200' })), send(filled({ sessions: '300', devices: '100' }))])
  expect(ends.map(({ status }) => status).toSorted()).toEqual([302, 409])
  expect(await db.$count(auditLog)).toBe(1)
})

it('shortening a period asks for fresh proof, lengthening one does not', async () => {
  services.clock.advance(PROOF_LIFE_MS)
  expect((await send(filled({ sessions: '200' }))).status).toBe(302)
  const shorter = filled({ sessions: '199' }, '2')
  const { status, body } = await send(shorter)
  expect(status).toBe(403)
  expect(body).toMatchObject({ proof: { fields: Object.entries(shorter) } })
  expect(await page(body)).toContain('<input type="hidden" name="sessions" value="199"/>')
  expect(await db.select().from(keepingPeriods)).toMatchObject([{ kept: 'sessions', days: 200 }])
})

it('the command refuses to shorten a period without fresh proof', async () => {
  const input = keepingInput(() => '').parse(filled({ sessions: '30' }))
  const later = new Date(superadmin.provenAt.getTime() + PROOF_LIFE_MS)
  const stale = dateProof(permitOf(superadmin, 'keeping.edit'), later)
  expect(await changeKeeping(services, stale, input, { requestId: 'r' })).toEqual({ kind: 'forbidden' })
  expect(await db.$count(keepingPeriods)).toBe(0)
})

describe('/privacy', () => {
  const PERIOD = /[:：] ?(\d+ ?\p{L}+)/u
  const items = async (language: Language) => {
    const loaderData = await readPrivacy(visit(services, '/privacy', { language }) as never)
    const root = { language, toasts: [] }
    const html = await pageHtml(
      Privacy,
      { loaderData },
      {
        language,
        at: '/privacy',
        root,
      },
    )
    return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text = '']) => text.replace(/[\u00A0\u202F]/g, ' '))
  }

  it.each(LANGUAGES)('lists every class of data with its period: %s', async (language) => {
    const said = await items(language)
    expect(said).toHaveLength(KEPT_CLASSES.length + 2)
    for (const text of said.slice(0, KEPT_CLASSES.length)) expect(text).toMatch(PERIOD)
    expect(said.filter((text) => text.includes('{{') || text.includes('privacy.'))).toEqual([])
  })

  it.each([
    ['en', '1 day', '180 days', '1 hour', '1 year', '7 years'],
    ['ru', '1 день', '180 дней', '1 час', '1 год', '7 лет'],
    ['kk', '1 күн', '180 күн', '1 сағат', '1 жыл', '7 жыл'],
    ['zh', '1天', '180天', '1小时', '1年', '7年'],
  ] as const)('writes the periods in the language of the page: %s', async (language, ...periods) => {
    const said = (await items(language)).map((text) => PERIOD.exec(text)?.[1])
    const of = (kept: (typeof KEPT_CLASSES)[number]) => said[KEPT_CLASSES.indexOf(kept)]
    expect([of('codes'), of('sessions'), of('presence'), of('rejectedDocuments'), of('audit')]).toEqual(periods)
  })

  it.each([
    ['en', '91 days', '32 days'],
    ['ru', '91 день', '32 дня'],
    ['kk', '91 күн', '32 күн'],
    ['zh', '91天', '32天'],
  ] as const)('shows the configured periods, not the defaults: %s', async (language, ...periods) => {
    await send(filled({ sessions: '91', messages: '32' }))
    const said = (await items(language)).map((text) => PERIOD.exec(text)?.[1])
    expect([said[KEPT_CLASSES.indexOf('sessions')], said[KEPT_CLASSES.indexOf('messages')]]).toEqual(periods)
  })
})
