import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { drafts } from '../../../app/db/schema/drafts'
import { invites } from '../../../app/db/schema/invites'
import { organizations } from '../../../app/db/schema/organizations'
import { sessions } from '../../../app/db/schema/sessions'
import { verifications } from '../../../app/db/schema/verifications'
import { savedViews } from '../../../app/db/schema/views'
import type { Actor } from '../../../app/domain/access'
import { draftFields, formKey } from '../../../app/domain/drafts/draft'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { readToast } from '../../../app/http/answers/toast.server'
import * as decision from '../../../app/routes/verifications/decisions/decision'
import { PROOF_FIELDS } from '../../../app/form-protocol'
import { repeatableCast, type Cast } from '../../support/access-cast'
import { openConsole } from '../../support/console'
import { openTestDatabase } from '../../support/database'
import { answerOf, visit } from '../../support/requests'
import type { TestServices } from '../../support/services'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, anew } = await repeatableCast(db)
let services: TestServices
beforeEach(async () => {
  services = await anew()
})

const rejectPath = () => `/verifications/${cast.ids.reviewed}/reject`
const postAs = (cookie: string | undefined, address: string, form: Record<string, string>) =>
  gatehouse.send(services, 'POST', address, { cookie, form: new URLSearchParams(form).toString() })
const post = (address: string, form: Record<string, string>, person: keyof Cast['cookies'] = 'admin') =>
  postAs(cast.cookies[person], address, form)
/** The time limits of waiting pages, which run out only when a test aborts them. */
function holdLimits() {
  const limits: AbortController[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    limits.push(limit)
    return limit.signal
  })
  onTestFinished(() => timeout.mockRestore())
  return { limits, timeout }
}
/** Opens a page after leaving a form whose text may reach the server later under this name. */
const openAfter = (left: string) =>
  gatehouse.send(services, 'GET', rejectPath(), { cookie: `${cast.cookies.admin}${left && `; left=${left}`}` })
const saveAs = (left: string) =>
  post(`/drafts?form=${rejectPath()}&left=${left}`, { keep: 'on', version: '1', reason: 'Typed a moment before' })
const kept = async () => (await db.select().from(drafts)).map(({ userId, form, fields }) => ({ userId, form, fields }))
const openReject = (actor: Partial<Actor> = {}) =>
  answerOf(() =>
    decision.loader(
      visit(services, rejectPath(), {
        params: { id: cast.ids.reviewed ?? '' },
        actor: { id: cast.ids.admin, role: 'admin', timeZone: 'Asia/Almaty', ...actor } as Actor,
      }) as never,
    ),
  )

describe('text typed into a form', () => {
  it('is kept for its author when refused, offered again, and forgotten once the form is accepted', async () => {
    expect((await post(rejectPath(), { keep: 'on', version: '1', reason: 'Просрочена 🙂' })).status).toBe(409)
    expect(await kept()).toEqual([
      {
        userId: cast.ids.admin,
        form: rejectPath(),
        fields: [
          ['version', '1'],
          ['reason', 'Просрочена 🙂'],
        ],
      },
    ])
    const { body } = await openReject()
    expect(body).toMatchObject({
      restored: { at: '2:00 PM', refusal: { result: { initialValue: { reason: 'Просрочена 🙂' } } } },
    })
    expect((await openReject({ id: cast.ids.manager })).body).toMatchObject({ restored: null })

    const [row] = await db
      .select()
      .from(verifications)
      .where(eq(verifications.id, cast.ids.reviewed ?? ''))
    const version = String(row?.version)
    expect((await post(rejectPath(), { keep: 'on', version, reason: 'Просрочена 🙂' })).status).toBe(302)
    expect(await kept()).toEqual([])
  })

  it.each([
    ['/settings/due-dates', 'KZ', '2027-01-01 Жаңа жыл'],
    ['/settings/keeping', 'sessions', '333'],
    ['/settings/reviews', 'mustOpen', 'address_change'],
    ['/users/invite', 'username', 'Жанар Мұқашева'],
  ])('is kept and offered again at %s', async (address, name, typed) => {
    const restored = async () => {
      const answer = await gatehouse.send(services, 'GET', address, { cookie: cast.cookies.superadmin })
      return ((await answer.json()) as { restored: unknown }).restored
    }
    expect(await restored()).toBeNull()
    await post(`/drafts?form=${address}`, { keep: 'on', version: '1', [name]: typed }, 'superadmin')
    expect(await restored()).toMatchObject({ refusal: { result: { initialValue: { [name]: typed } } } })
  })

  describe('in a short form', () => {
    type Restored = {
      refusal: {
        result: { initialValue: object }
        seen: object
        alert: string | null
        isStale?: boolean
        stored?: object
      }
    } | null
    const restoredAt = async (address: string) => {
      const answer = await gatehouse.send(services, 'GET', address, { cookie: cast.cookies.admin })
      return ((await answer.json()) as { restored?: Restored }).restored
    }
    const keep = (address: string, form: Record<string, string>) =>
      post(`/drafts?form=${address}`, { keep: 'on', ...form })
    const typedInto = async (address: string) => (await restoredAt(address))?.refusal.result.initialValue

    it('is kept for a new view of that list only, until the view is saved', async () => {
      const addressOf = (list: string) => `/views/new?${new URLSearchParams({ address: list })}`
      const [late, chinese] = ['/verifications/?view=overdue', '/verifications/?country=CN']
      expect(await restoredAt(addressOf(late))).toBeNull()
      await keep('/views/new', { address: late, name: 'Late ones', drawing: 'the-first-drawing-0' })
      expect(await typedInto(addressOf(late))).toEqual({ address: late, name: 'Late ones' })
      expect(await restoredAt(addressOf(chinese))).toBeNull()
      expect(await restoredAt('/views/new?address=/nowhere')).toBeUndefined()
      const sent = { keep: 'on', address: late, name: 'Late ones', drawing: 'the-first-drawing-0' }
      expect((await post('/views/new', sent)).status).toBe(302)
      expect(await restoredAt(addressOf(late))).toBeNull()
    })

    it('is offered for an existing view with what the view has become since', async () => {
      const [view] = await db
        .insert(savedViews)
        .values({
          ownerId: cast.ids.admin ?? '',
          name: 'Late',
          path: '/verifications/',
          search: '?view=overdue',
          createdAt: services.now(),
        })
        .returning()
      const address = `/views/${view?.id}`
      expect(await restoredAt(address)).toBeNull()
      await keep(address, { name: 'Late ones', seen: 'own:Late' })
      expect((await restoredAt(address))?.refusal).toMatchObject({
        result: { initialValue: { name: 'Late ones' } },
        seen: {},
      })
      await db.update(savedViews).set({ name: 'Overdue' })
      expect((await restoredAt(address))?.refusal).toMatchObject({
        seen: { seen: 'own:Overdue' },
        stored: { name: 'Overdue', sharedWith: null },
      })
    })

    it('is offered for the limit and last day of a code with the limit set since', async () => {
      const address = `/invites/${cast.ids.byAdmin}/edit`
      expect(await restoredAt(address)).toBeNull()
      const [code] = await db
        .select()
        .from(invites)
        .where(eq(invites.id, cast.ids.byAdmin ?? ''))
      const seen = {
        seenMaximum: String(code?.maximumUses),
        seenExpiry: code?.expiresAt?.toISOString() ?? '',
        seenDay: '',
      }
      await keep(address, { maximumUses: '7', lastDay: '2026-05-01', ...seen })
      expect((await restoredAt(address))?.refusal).toMatchObject({
        result: { initialValue: { maximumUses: '7', lastDay: '2026-05-01' } },
        alert: null,
        seen: {},
      })
      await db
        .update(invites)
        .set({ maximumUses: 40 })
        .where(eq(invites.id, cast.ids.byAdmin ?? ''))
      expect((await restoredAt(address))?.refusal).toMatchObject({
        result: { initialValue: { maximumUses: '7' } },
        alert: expect.stringContaining('40'),
        seen: { seenMaximum: '40' },
      })
    })

    it('is kept for notifications with all ticks, even none, and says when others were saved since', async () => {
      const address = '/settings/notifications'
      expect(await restoredAt(address)).toBeNull()
      const page = await gatehouse.send(services, 'GET', address, { cookie: cast.cookies.admin })
      const { seen, events } = (await page.json()) as { seen: string; events: string[] }
      const drawn = { seen, events: events.join(' ') }
      const choice = `${events[0]}.email`
      await keep(address, { ...drawn, choice })
      expect((await restoredAt(address))?.refusal).toMatchObject({ result: { initialValue: { choice } }, seen: {} })
      await keep(address, drawn)
      expect(await typedInto(address)).toEqual(drawn)
      await post(address, { ...drawn, choice })
      const stale = (await restoredAt(address))?.refusal
      expect(stale).toMatchObject({ isStale: true, seen: { seen: expect.any(String) } })
      expect(stale?.seen).not.toEqual({ seen })
    })
  })

  it('is kept when its form has closed meanwhile', async () => {
    const address = `/organizations/${cast.ids.own}/setup/brand`
    await db.update(organizations).set({ status: 'pending' })
    const answer = await post(address, { keep: 'on', seen: 'x', brandName: 'Dala' }, 'partner')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/organizations/${cast.ids.own}/verification-status`,
    ])
    expect(await kept()).toMatchObject([
      {
        form: address,
        fields: [
          ['seen', 'x'],
          ['brandName', 'Dala'],
        ],
      },
    ])
  })

  it('is kept for each person alone before it is sent, dropped on request, and leads on only within this site', async () => {
    const form = { keep: 'on', version: '2', reason: 'half a sen' }
    const address = `/drafts?form=${rejectPath()}`
    expect((await post(address, form)).status).toBe(204)
    expect((await post(address, { ...form, reason: 'mine' }, 'manager')).status).toBe(204)
    expect((await kept()).map(({ fields }) => fields[1]?.[1]).toSorted()).toEqual(['half a sen', 'mine'])
    const dropped = await post(`${address}&drop&to=${rejectPath()}%3Fstatus%3Dpending`, form)
    expect(dropped.headers.get('location')).toBe(`${rejectPath()}?status=pending`)
    expect((await kept()).map(({ userId }) => userId)).toEqual([cast.ids.manager])
    expect((await post(`${address}&to=https://evil.example`, form)).headers.get('location')).toBe('/')
    for (const to of ['/users.data', '/users/_.data', '/users%2Edata', '/users?_routes=root', '/sign-out'])
      expect((await post(`${address}&to=${encodeURIComponent(to)}`, form)).headers.get('location'), to).toBe('/')
    expect((await post(address, form, 'nobody')).status).toBe(401)
    const left = await post(`${address}&to=/settings`, form, 'nobody')
    expect(left.headers.get('location')).toContain('/sign-in')
    expect(await db.$count(auditLog)).toBe(0)
  })

  it('sent as its page was left is in the next page, whichever request the server receives first', async () => {
    const { limits, timeout } = holdLimits()
    const next = openAfter('a-moment-before')
    await expect.poll(() => limits).toHaveLength(1)
    expect((await saveAs('a-moment-before')).status).toBe(204)
    const page = await next
    expect(await page.text()).toContain('Typed a moment before')
    expect(page.headers.getSetCookie().some((line) => line.startsWith('left=; Max-Age=0'))).toBe(true)

    const lost = openAfter('never-sent')
    const arrived = openAfter('a-moment-before')
    expect(await Promise.race([lost.then(() => 'lost'), arrived.then(() => 'arrived')])).toBe('arrived')
    expect(await (await arrived).text()).toContain('Typed a moment')
    expect(limits).toHaveLength(2)
    expect(timeout).toHaveBeenLastCalledWith(3000)
    limits[1]?.abort()
    expect((await lost).status).toBe(200)
  })

  it('that never arrives holds up at most 3 pages of a person at once', async () => {
    holdLimits()
    const names = ['first', 'second', 'third', 'fourth']
    const answered: string[] = []
    const pages = names.map((name) => openAfter(`late-${name}`).then(() => answered.push(name)))
    await Promise.race(pages)
    await openAfter('')
    expect(answered).toHaveLength(1)
    for (const name of names) await saveAs(`late-${name}`)
    await Promise.all(pages)
  })

  it('that never arrives holds up at most 6 pages in all at once, and none whose reader has gone', async () => {
    holdLimits()
    const answered: string[] = []
    const ask = async (person: keyof Cast['cookies'], nth: number, gone?: AbortSignal) => {
      const cookie = `${cast.cookies[person]}; left=late-${nth}`
      await gatehouse.send(services, 'GET', '/settings', { cookie, gone })
      answered.push(person)
    }
    const pages = [1, 2, 3].flatMap((nth) => [ask('admin', nth), ask('manager', nth)])
    pages.push(ask('superadmin', 1))
    await Promise.race(pages)
    await openAfter('')
    expect(answered).toHaveLength(1)
    for (const nth of [1, 2, 3]) await saveAs(`late-${nth}`)
    await Promise.all(pages)

    const leftAlone = [ask('admin', 4).then(() => 'waited'), ask('admin', 5, AbortSignal.abort()).then(() => 'gone')]
    expect(await Promise.race(leftAlone)).toBe('gone')
    await saveAs('late-4')
    await Promise.all(leftAlone)
  })

  it('is kept when a button of its form changes the language, the theme or the sidebar', async () => {
    const address = `/drafts?form=${rejectPath()}&to=${encodeURIComponent(`${rejectPath()}?lng=en&status=pending`)}`
    const russian = await post(`${address}&language=ru`, { keep: 'on', version: '2', reason: 'Left', language: 'zh' })
    expect(russian.headers.get('location')).toBe(`${rejectPath()}?status=pending`)
    expect(russian.headers.getSetCookie().map((line) => line.split(';')[0])).toEqual([
      'lng=ru',
      // A toast in Russian for the page that follows.
      expect.stringMatching(/^toast=/),
    ])
    expect((await kept()).flatMap(({ fields }) => fields)).toContainEqual(['reason', 'Left'])
    const dark = await post(`${address}&theme=dark&sidebar=collapsed&font=blackletter`, {})
    const cookies = dark.headers.getSetCookie().map((line) => line.split('=')[0])
    expect(cookies).toEqual(['vite-ui-theme', 'sidebar'])
    expect((await kept()).flatMap(({ fields }) => fields)).toContainEqual(['reason', 'Left'])
  })

  it('is not kept once it was emptied again', async () => {
    const address = `/drafts?form=${rejectPath()}`
    await post(address, { keep: 'on', version: '2', reason: 'No' })
    await post(address, { keep: 'on', version: '2', reason: '  ' })
    expect(await kept()).toEqual([])
  })

  it('that is too long to be kept answers 413 and leaves what was kept before', async () => {
    const address = `/drafts?form=${rejectPath()}`
    await post(address, { keep: 'on', version: '2', reason: 'Kept' })
    const long = { keep: 'on', version: '2', reason: 'x'.repeat(170_000) }
    expect((await post(address, long)).status).toBe(413)
    expect((await post(`${address}&to=/settings`, long)).status).toBe(413)
    expect((await kept()).map(({ fields }) => fields[1]?.[1])).toEqual(['Kept'])
  })

  it('in a field that no form has is not offered again', async () => {
    await post(`/drafts?form=${rejectPath()}`, { keep: 'on', version: '2', reason: 'Kept', 'items[99999999]': 'x' })
    expect((await openReject()).body).toHaveProperty('restored.refusal.result.initialValue', {
      reason: 'Kept',
      version: '2',
    })
  })

  it('is offered with a conflict when its object has changed, until it is saved for the new version', async () => {
    await post(`/drafts?form=${rejectPath()}`, { keep: 'on', version: '1', reason: 'Old' })
    const { body } = await openReject()
    const [row] = await db
      .select()
      .from(verifications)
      .where(eq(verifications.id, cast.ids.reviewed ?? ''))
    expect(body).toMatchObject({
      restored: {
        refusal: { result: { initialValue: { reason: 'Old' } }, conflict: { because: 'stale', version: row?.version } },
      },
    })
    await post(`/drafts?form=${rejectPath()}`, { keep: 'on', version: String(row?.version), reason: 'New' })
    expect((await openReject()).body).not.toHaveProperty('restored.refusal.conflict')
  })

  it('is not offered again when its save arrives after the form was accepted or the text dropped', async () => {
    const form = { keep: 'on', version: '2', reason: 'No licence', drawing: 'the-first-drawing-0' }
    const late = { ...form, reason: 'No lice' }
    const address = `/drafts?form=${rejectPath()}`
    expect((await post(rejectPath(), form)).status).toBe(302)
    expect((await post(address, late)).status).toBe(204)
    expect((await openReject()).body).toMatchObject({ restored: null })
    await post(address, { ...late, drawing: 'another-drawing-00', reason: 'Written anew' })
    await post(address, late)
    expect((await openReject()).body).toMatchObject({
      restored: { refusal: { result: { initialValue: { reason: 'Written anew' } } } },
    })
    const thrownAway = { ...late, drawing: 'another-drawing-00' }
    await post(`${address}&drop`, thrownAway)
    await post(address, thrownAway)
    expect((await openReject()).body).toMatchObject({ restored: null })
    services.clock.advance(11 * 60_000)
    await tidyUp(services)
    expect(await kept()).toEqual([])
  })

  describe('in two windows', () => {
    type Restored = {
      text: string
      refusal: { result: { initialValue: { reason: string } } }
      others: { text: string; at: string }[]
    }
    const restored = async () => ((await openReject()).body as { restored: Restored | null }).restored
    const window = (name: string) => ({ keep: 'on', version: '2', drawing: `window-${name}-of-two` })
    const save = (form: Record<string, string>, more = '') => post(`/drafts?form=${rejectPath()}${more}`, form)

    it('is kept even when it follows a text with an impossible time', async () => {
      const typed = { ...window('one'), keep: 'window-none-of-two@999999999999999', reason: 'Typed' }
      expect((await save(typed)).status).toBe(204)
      expect((await restored())?.refusal.result.initialValue.reason).toBe('Typed')
    })

    it('is kept as two texts, and each is offered', async () => {
      await save({ ...window('one'), reason: 'Written in the first' })
      services.clock.advance(60_000)
      await save({ ...window('two'), reason: 'Written in the second' })
      const shown = await restored()
      expect(shown?.refusal.result.initialValue.reason).toBe('Written in the second')
      expect(shown?.others).toEqual([{ text: expect.any(String), at: '2:00 PM' }])
      const typedOn = { ...window('three'), keep: shown?.text ?? '', reason: 'Written in the second, and more' }
      const other = shown?.others[0]?.text ?? ''
      const { headers } = await save(typedOn, `&to=${rejectPath()}&show=${other}`)
      expect(headers.get('location')).toBe(rejectPath())
      const chosen = await restored()
      expect(chosen?.refusal.result.initialValue.reason).toBe('Written in the first')
      expect(chosen?.others).toHaveLength(1)
      await save({ ...window('four'), keep: chosen?.text ?? '', reason: 'Given up' }, `&to=${rejectPath()}&drop`)
      const left = await restored()
      expect(left?.refusal.result.initialValue.reason).toBe('Written in the second, and more')
      expect(left?.others).toEqual([])
    })

    it('replaces the text its window was drawn with, unless that text was changed too', async () => {
      await save({ ...window('one'), reason: 'Half' })
      const { text: keep = '' } = (await restored()) ?? {}
      await save({ ...window('two'), keep, reason: 'Half a sentence' })
      expect((await restored())?.others).toEqual([])
      services.clock.advance(1000)
      await save({ ...window('one'), reason: 'Half an apple' })
      await save({ ...window('two'), keep, reason: 'Half a sentence more' })
      const typed = (await kept()).map(({ fields }) => fields[1]?.[1]).toSorted()
      expect(typed).toEqual(['Half a sentence more', 'Half an apple'])
    })

    it('is left alone when the form of the other window is accepted', async () => {
      await save({ ...window('one'), reason: 'Not sent yet' })
      const { text: keep = '' } = (await restored()) ?? {}
      services.clock.advance(1000)
      await save({ ...window('one'), reason: 'Not sent yet, and more' })
      expect((await post(rejectPath(), { ...window('two'), keep, reason: 'Sent' })).status).toBe(302)
      expect((await kept()).flatMap(({ fields }) => fields)).toContainEqual(['reason', 'Not sent yet, and more'])
    })
  })

  describe('and saved twice from one window', () => {
    const FIRST_MS = Date.parse('2026-03-02T09:00:00.000Z')
    const save = (nth: number, reason: string) =>
      post(`/drafts?form=${rejectPath()}&left=some-name-${FIRST_MS + nth}`, {
        keep: 'on',
        version: '2',
        drawing: 'window-one-of-one',
        reason,
      })
    const restored = async () => {
      const { body } = await openReject()
      return (body as { restored: { refusal: { result: { initialValue: object } } } | null }).restored
    }
    const shown = async () => (await restored())?.refusal.result.initialValue ?? null

    it('is the later text even when the earlier save arrives last', async () => {
      await save(2, 'A whole sentence')
      expect((await save(1, 'A whole sen')).status).toBe(204)
      expect(await shown()).toEqual({ version: '2', reason: 'A whole sentence' })
      await save(3, 'A whole sentence, and more')
      expect(await shown()).toMatchObject({ reason: 'A whole sentence, and more' })
    })

    it('is the text of the refused form even when an earlier save arrives last', async () => {
      const sent = { keep: 'on', version: '1', drawing: 'window-one-of-one', saveNumber: String(FIRST_MS + 2) }
      expect((await post(rejectPath(), { ...sent, reason: 'A whole sentence' })).status).toBe(409)
      expect((await save(1, 'A whole sen')).status).toBe(204)
      expect(await shown()).toEqual({ version: '1', reason: 'A whole sentence' })
      await save(3, 'A whole sentence, and more')
      expect(await shown()).toMatchObject({ reason: 'A whole sentence, and more' })
    })

    it('is the text that came last when that has no save number', async () => {
      await save(2, 'Numbered')
      const form = { keep: 'on', version: '1', drawing: 'window-one-of-one' }
      expect((await post(rejectPath(), { ...form, reason: 'Refused' })).status).toBe(409)
      expect(await shown()).toMatchObject({ reason: 'Refused' })
    })
  })

  it('is forgotten once its form is accepted, whether ten saves of it arrive before or after', async () => {
    for (let round = 0; round < 10; round++) {
      const drawing = `drawing-number-${round}-of-ten`
      const form = { keep: 'on', pageSize: '50', density: 'compact', startPage: 'invites', drawing }
      const save = () => post('/drafts?form=/settings/display', { ...form, version: '1', pageSize: '20' })
      const version = String(1 + round)
      const sent = post('/settings/display', { ...form, version, pageSize: round % 2 ? '20' : '50' })
      const [{ status }] = await Promise.all([sent, ...Array.from({ length: 10 }, save)])
      expect(status).toBe(302)
      expect((await kept()).flatMap(({ fields }) => fields)).toEqual([])
    }
  })

  it('is limited to 40 forms per person, 160 KB per form and 30 days', async () => {
    for (let n = 0; n < 42; n++) {
      services.clock.advance(1000)
      await post(`/drafts?form=/verifications/${n}/reject`, { keep: 'on', reason: `No ${n}` })
    }
    const forms = (await kept()).map(({ form }) => form)
    expect(forms).toHaveLength(40)
    expect(forms).not.toContain('/verifications/1/reject')
    const proving = new FormData()
    for (const [name, value] of Object.entries({ reason: 'Left', [PROOF_FIELDS.code]: '123456', openNext: 'on' }))
      proving.append(name, value)
    expect(draftFields(proving)).toEqual([['reason', 'Left']])
    const long = new FormData()
    long.append('reason', 'я'.repeat(82_000))
    expect(draftFields(long)).toBe('too-long')
    services.clock.advance(30 * DAY_MS - 60_000)
    await tidyUp(services)
    expect(await kept()).toHaveLength(40)
    services.clock.advance(120_000)
    await tidyUp(services)
    expect(await kept()).toEqual([])
  })

  it.each([
    ['/verifications/1/reject.data', '/verifications/1/reject'],
    ['/verifications/_.data', '/verifications'],
    ['/setup/basic/', '/setup/basic'],
    ['/setup/basic?x=1', '/setup/basic'],
    ['//evil', null],
    ['https://evil.example', null],
    [`/${'a'.repeat(300)}`, null],
  ])('at %j belongs to the form %j', (path, key) => expect(formKey(path)).toBe(key))
})

describe('a form drawn for one account and sent under another', () => {
  const drawnFor = (person: keyof Cast['ids']) => ({
    keep: 'on',
    version: '2',
    reason: 'For my eyes',
    writer: cast.ids[person] ?? '',
  })
  const statusNow = async () => (await readReviewed())?.status
  const readReviewed = async () =>
    (
      await db
        .select()
        .from(verifications)
        .where(eq(verifications.id, cast.ids.reviewed ?? ''))
    )[0]

  it('changes nothing, is not kept for the other account, and says so', async () => {
    const before = await statusNow()
    const answer = await post(`${rejectPath()}?status=pending`, drawnFor('manager'))
    expect(answer.headers.get('location')).toBe(`${rejectPath()}?status=pending`)
    expect(answer.headers.getSetCookie().join()).toContain('toast=')
    expect((await post(`/drafts?form=${rejectPath()}`, drawnFor('manager'))).status).toBe(412)
    expect(await kept()).toEqual([])
    expect(await statusNow()).toBe(before)
    expect(await db.$count(auditLog)).toBe(0)
  })

  it('changes nothing when it may carry a file, either', async () => {
    const mail = (writer: keyof Cast['ids']) => {
      const body = new FormData()
      const form = { id: randomUUID(), type: 'invite_logistic_provider', language: 'en', intent: 'send' }
      for (const [name, value] of Object.entries({ ...form, rows: 'a@x.kz', writer: cast.ids[writer] ?? '' }))
        body.set(name, value)
      body.set('list', new File(['b@x.kz'], 'list.csv'))
      return gatehouse.send(services, 'POST', '/invites/bulk', { cookie: cast.cookies.admin, body })
    }
    const before = await db.$count(invites)
    const answer = await mail('manager')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/invites/bulk'])
    expect(answer.headers.getSetCookie().join()).toContain('toast=')
    expect(await db.$count(invites)).toBe(before)
    expect((await mail('admin')).status).toBe(200)
    expect(await db.$count(invites)).toBe(before + 2)
  })

  it('does not drop the text of the other account', async () => {
    const address = `/drafts?form=${rejectPath()}`
    await post(address, drawnFor('admin'))
    expect((await post(`${address}&drop&to=${rejectPath()}`, { writer: cast.ids.manager ?? '' })).status).toBe(302)
    expect((await openReject()).body).toMatchObject({
      restored: { refusal: { result: { initialValue: { reason: 'For my eyes' } } } },
    })
  })

  it('is accepted when both accounts are the same', async () => {
    expect((await post(rejectPath(), drawnFor('admin'))).headers.get('location')).toMatch(/^\/verifications\/[^/]+$/)
    expect(await statusNow()).toBe('rejected')
  })
})

describe('a form that meets an expired session', () => {
  const form = { keep: 'on', version: '2', reason: 'The licence has run out' }
  const toastOf = async (headers: Headers) => {
    const cookie = headers
      .getSetCookie()
      .find((line) => line.startsWith('toast='))
      ?.split(';')[0]
    const { toast } = await readToast(new Request('http://localhost', { headers: { cookie: cookie ?? '' } }), services)
    return toast?.text.key
  }

  it('is kept and says so, and signing in leads back to it with the filter of its list', async () => {
    services.clock.advance(2 * 3_600_000)
    const answer = await post(`${rejectPath()}?status=under_review&status=pending`, form)
    expect(answer.headers.get('location')).toBe(
      `/sign-in?redirect=${encodeURIComponent(`${rejectPath()}?status=under_review&status=pending`)}`,
    )
    expect(answer.headers.getSetCookie()).toContain('auth-storage=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect(await toastOf(answer.headers)).toBe('access:toast.textKept')
    expect((await openReject()).body).toMatchObject({
      restored: { refusal: { result: { initialValue: { reason: 'The licence has run out' } } } },
    })
  })

  it('is kept until 7 days after the session was last used, not from a cookie found later', async () => {
    services.clock.advance(7 * 24 * 3_600_000 - 1000)
    await post(rejectPath(), form)
    expect(await kept()).toHaveLength(1)
    services.clock.advance(1000)
    await post(rejectPath(), { ...form, reason: 'Written by whoever found the cookie' })
    expect(await kept()).toMatchObject([
      { fields: expect.not.arrayContaining([['reason', 'Written by whoever found the cookie']]) },
    ])
  })

  it('is kept each time it is saved before it is sent, without clearing the cookie', async () => {
    services.clock.advance(2 * 3_600_000)
    for (const reason of ['The', 'The licence', 'The licence has run out']) {
      const answer = await post(`/drafts?form=${rejectPath()}`, { ...form, reason })
      expect(answer.status).toBe(202)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await kept()).toMatchObject([
        { userId: cast.ids.admin, form: rejectPath(), fields: expect.arrayContaining([['reason', reason]]) },
      ])
    }
  })

  it.each([
    ['a picture', 'GET', { 'sec-fetch-dest': 'image' }],
    ['a page in a frame', 'GET', { 'sec-fetch-dest': 'iframe' }],
    ['who else looks', 'POST', { 'sec-fetch-dest': 'empty' }],
    ['a page that may come next', 'GET', { 'sec-purpose': 'prefetch' }],
  ] as const)(
    'is kept, with the session cookie, when its page asked for %s a moment before, which answers 401',
    async (_, method, headers) => {
      services.clock.advance(2 * 3_600_000)
      const asked = await gatehouse.send(services, method, rejectPath(), { cookie: cast.cookies.admin, headers })
      expect(asked.status).toBe(401)
      expect(asked.headers.getSetCookie()).toEqual([])
      await post(rejectPath(), form)
      expect(await kept()).toMatchObject([
        { userId: cast.ids.admin, fields: expect.arrayContaining([['reason', form.reason]]) },
      ])
    },
  )

  it('is the page that signing in leads back to when left by one of its buttons', async () => {
    services.clock.advance(2 * 3_600_000)
    const answer = await post(`/drafts?form=${rejectPath()}&to=/verifications/`, form)
    expect(answer.headers.get('location')).toBe(`/sign-in?redirect=${encodeURIComponent(rejectPath())}`)
    expect((await post('/drafts?form=//evil.example&to=/', form)).headers.get('location')).toBe('/sign-in?redirect=%2F')
  })

  it.each([
    ['was ended by somebody', cast.cookies.admin, () => db.update(sessions).set({ endedAt: services.now() })],
    ['is not ours', 'auth-storage=invented', () => {}],
  ])('is not kept when the session %s', async (_, cookie, happen) => {
    await happen()
    services.clock.advance(2 * 3_600_000)
    const answer = await postAs(cookie, rejectPath(), form)
    expect(answer.headers.get('location')).toContain('/sign-in')
    expect((await postAs(cookie, `/drafts?form=${rejectPath()}`, form)).status).toBe(401)
    expect(await kept()).toEqual([])
  })
})
