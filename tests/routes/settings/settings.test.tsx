import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { notificationChoices } from '../../../app/db/schema/messages'
import { sessions } from '../../../app/db/schema/sessions'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { keepDraft } from '../../../app/domain/drafts/drafts.server'
import { accountFields, displayFields } from '../../../app/domain/settings/drawn-settings'
import { openSession } from '../../../app/domain/sessions/sessions.server'
import { loader as organizationsLoader } from '../../../app/routes/organizations/list'
import Account, { action as accountAction, loader as accountLoader } from '../../../app/routes/settings/account'
import { action as appearanceAction } from '../../../app/routes/settings/appearance'
import Display, { action as displayAction, loader as displayLoader } from '../../../app/routes/settings/display'
import { loader as settingsLoader } from '../../../app/routes/settings/settings'
import { action as preferencesAction } from '../../../app/routes/settings/preferences'
import { action as choicesAction, loader as choicesLoader } from '../../../app/routes/settings/notifications'
import { loader as usersLoader } from '../../../app/routes/users/list'
import { auditActions, openedAudit } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { attribute, pageHtml, tagWith } from '../../support/render'
import { answerOf, toastOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { organization, partner, staff } from '../../support/verifications'
import { STAFF_EVENTS } from '../../../app/vocabulary'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
})

type Handler = (args: never) => unknown
const get = (loader: Handler, path: string, actor = manager) =>
  answerOf(() => loader(visit(services, path, { actor }) as never))
const shown = (loader: Handler, path: string, actor = manager) => loader(visit(services, path, { actor }) as never)
const post = (action: Handler, path: string, form: Record<string, string> | [string, string][], actor = manager) =>
  answerOf(() => action(visit(services, path, { form, actor }) as never))
const self = async () => (await db.select().from(users).where(eq(users.id, manager.id)))[0]
const acts = () => auditActions(db)

const ACCOUNT = { version: '1', username: 'Olga', email: '', language: 'ru', timeZone: 'Europe/Moscow' }
const saveAccount = (form: Record<string, string> = {}) =>
  post(accountAction, '/settings/account', { ...ACCOUNT, ...form })

describe('the account', () => {
  it('is saved with the language in a cookie and an audit entry that masks the email address', async () => {
    const answer = await saveAccount({ email: ' olga@gatehouse.example ' })
    expect([answer.status, answer.location]).toEqual([302, '/settings/account'])
    expect(answer.headers.getSetCookie().join()).toContain('lng=ru')
    expect(await self()).toMatchObject({
      username: 'Olga',
      email: 'olga@gatehouse.example',
      language: 'ru',
      timeZone: 'Europe/Moscow',
      settingsVersion: 2,
    })
    const [row] = await db.select().from(auditLog)
    expect(row).toMatchObject({ action: 'user.settings', actorId: manager.id, requestId: 'REFERENCE1' })
    const [told] = await openedAudit(db)
    expect([told?.before?.email, told?.after?.email]).toEqual([null, '•••'])
    expect(JSON.stringify(row)).not.toContain('olga@')
  })

  it('reloads the whole console only when its language has changed', async () => {
    const answer = await saveAccount()
    expect(answer.headers.get('X-Remix-Reload-Document')).toBe('true')
    expect((await saveAccount({ version: '2', language: 'en' })).headers.has('X-Remix-Reload-Document')).toBe(false)
  })

  it.each([
    ['console', true],
    ['none', false],
  ] as const)(
    'says what an email address is for only where email is sent: gateway %s, %s',
    async (emailGateway, isSaid) => {
      services = await testServices({ env: { ...services.env, emailGateway } })
      const html = await pageHtml(Account, { loaderData: await shown(accountLoader, '/settings/account') })
      expect(html.includes('Needed for email notifications')).toBe(isSaid)
    },
  )

  it('does not mention email notifications to a partner', async () => {
    const own = await organization(db)
    const actor = await partner(db, own.id)
    const page = await visit(services, '/settings/account', { actor })
    const html = await pageHtml(Account, { loaderData: await accountLoader(page as never) })
    expect(html).not.toContain('Needed for email notifications')
  })

  it('shows each error beside its field and keeps what was typed', async () => {
    const answer = await saveAccount({ username: ' \u200b ', email: 'olga@', timeZone: 'Mars/Base', language: 'de' })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      result: {
        initialValue: { email: 'olga@', timeZone: 'Mars/Base' },
        error: {
          username: ['This field is required'],
          email: ['Enter a valid email address'],
          timeZone: ['This field is required'],
          language: ['This field is required'],
        },
      },
    })
    expect(await acts()).toEqual([])
  })

  it('accepts an email address of 254 characters, but not of 255', async () => {
    const address = (signs: number) =>
      `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(signs - 186)}.kz`
    expect(address(254)).toHaveLength(254)
    expect((await saveAccount({ email: address(255) })).body).toMatchObject({
      result: { error: { email: ['Enter a valid email address'] } },
    })
    expect((await saveAccount({ email: address(254) })).status).toBe(302)
  })

  it('under a new name is found by that name and no longer by the old one', async () => {
    await saveAccount({ username: 'Айгүл Сейітқызы' })
    const found = async (name: string) => {
      const page = await usersLoader(visit(services, `/users/?username=${name}`, { actor: manager }) as never)
      return page.rows.map(({ username }) => username)
    }
    expect(await found('Сейітқызы')).toEqual(['Айгүл Сейітқызы'])
    expect(await found('Кузнецова')).toEqual([])
  })

  it('has its draft marked outdated once it was saved in another window', async () => {
    const typed = new FormData()
    for (const [name, value] of Object.entries({ ...ACCOUNT, username: 'Olga K.' })) typed.set(name, value)
    await keepDraft(services, manager, '/settings/account', typed)
    const restored = async () => (await get(accountLoader, '/settings/account')).body
    expect(await restored()).toMatchObject({ restored: { refusal: { isStale: false } } })
    await saveAccount()
    await keepDraft(services, manager, '/settings/account', typed)
    expect(await restored()).toMatchObject({ restored: { refusal: { isStale: true } } })
  })

  it('saved from an outdated page is refused with 409 and keeps what was typed', async () => {
    await saveAccount()
    const answer = await saveAccount({ username: 'Olga K.' })
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { isStale: true, result: { initialValue: { username: 'Olga K.' } }, seen: { version: '2' } },
    ])
    expect(await self()).toMatchObject({ username: 'Olga' })
  })

  describe('changed in another window', () => {
    const NEWER = { ...ACCOUNT, version: '1', email: 'new@gatehouse.example' }
    const shownAccount = async () =>
      (await shown(accountLoader, '/settings/account')) as Awaited<ReturnType<typeof accountLoader>>
    const drawn = async () => {
      const { account, seen } = await shownAccount()
      return { version: String(account.version), seen, ...accountFields(account) }
    }
    const page = async (answer?: unknown) =>
      pageHtml(Account, { loaderData: await shown(accountLoader, '/settings/account'), actionData: answer })
    const valueOf = (html: string, name: string) => attribute(tagWith(html, '<input', `name="${name}"`), 'value')

    it('shows the new value beside each changed field and keeps what was changed here alone', async () => {
      const older = { ...(await drawn()), timeZone: 'Asia/Shanghai' }
      await saveAccount(NEWER)
      const answer = await saveAccount(older)
      expect(answer.status).toBe(409)
      const html = await page(answer.body)
      expect(html).toContain('Email is now: new@gatehouse.example')
      expect(html).toContain(`Name is now: ${NEWER.username}`)
      expect(html).toContain('Time zone is now: Europe/Moscow')
      expect([valueOf(html, 'email'), valueOf(html, 'username')]).toEqual([NEWER.email, NEWER.username])
      const again = {
        version: valueOf(html, 'version'),
        seen: JSON.stringify(accountFields((await shownAccount()).account)),
      }
      expect(valueOf(html, 'seen')).toBe(again.seen.replaceAll('"', '&quot;'))
      expect((await saveAccount({ ...NEWER, ...again, timeZone: 'Asia/Shanghai' } as never)).status).toBe(302)
      expect(await self()).toMatchObject({ email: NEWER.email, username: 'Olga', timeZone: 'Asia/Shanghai' })
    })

    it('only in fields of another page is saved without a conflict, also from a draft', async () => {
      const older = { ...(await drawn()), email: 'typed@gatehouse.example' }
      const { account, seen } = (await shown(displayLoader, '/settings/display')) as Awaited<
        ReturnType<typeof displayLoader>
      >
      const { hasShortcuts: _off, ...display } = displayFields(account)
      await post(displayAction, '/settings/display', { version: '1', seen, ...display, density: 'compact' })
      const typed = new FormData()
      for (const [name, value] of Object.entries(older)) typed.set(name, value)
      await keepDraft(services, manager, '/settings/account', typed)
      expect(await page()).not.toContain('changed in another window')
      expect((await saveAccount(older)).status).toBe(302)
      expect(await self()).toMatchObject({ email: 'typed@gatehouse.example', density: 'compact', hasShortcuts: false })
    })

    it('keeps the other window’s values when a draft is restored', async () => {
      const typed = new FormData()
      for (const [name, value] of Object.entries({ ...(await drawn()), timeZone: 'Asia/Shanghai' }))
        typed.set(name, value)
      await keepDraft(services, manager, '/settings/account', typed)
      await saveAccount(NEWER)
      await keepDraft(services, manager, '/settings/account', typed)
      const html = await page()
      expect(html).toContain('Email is now: new@gatehouse.example')
      expect([valueOf(html, 'email'), valueOf(html, 'version')]).toEqual([NEWER.email, '2'])
      expect(tagWith(html, '<option', 'value="Asia/Shanghai"')).toContain('selected')
    })

    it('keeps what was typed in a field that both changed, and says when it is now empty', async () => {
      await saveAccount(NEWER)
      const older = { ...(await drawn()), email: 'typed@gatehouse.example' }
      await saveAccount({ ...ACCOUNT, version: '2' })
      const html = await page((await saveAccount(older)).body)
      expect(html).toContain('Email is now empty')
      expect(valueOf(html, 'email')).toBe('typed@gatehouse.example')
    })

    it('says whether a checkbox is now ticked, and shows it like that', async () => {
      const loaded = (await shown(displayLoader, '/settings/display')) as Awaited<ReturnType<typeof displayLoader>>
      const { hasShortcuts: _ticked, ...older } = { version: '1', seen: loaded.seen, ...displayFields(loaded.account) }
      await post(displayAction, '/settings/display', { ...older, density: 'compact' })
      const answer = await post(displayAction, '/settings/display', { ...older, hasShortcuts: 'on', pageSize: '50' })
      const html = await pageHtml(Display, {
        loaderData: await shown(displayLoader, '/settings/display'),
        actionData: answer.body,
      })
      expect(html).toContain('Keyboard shortcuts is now: No')
      expect(html).toContain('Row height is now: Compact')
      expect(tagWith(html, 'name="hasShortcuts"')).not.toContain('checked')
      expect(tagWith(html, 'name="density"', 'value="compact"')).toContain('checked')
    })
  })

  it('saved twice with the same values is logged once', async () => {
    await saveAccount()
    await saveAccount()
    expect(await acts()).toEqual(['user.settings'])
  })

  it('ignores fields that are not in the form', async () => {
    await saveAccount({ role: 'superadmin', status: 'suspended', phone: '+77010000099', id: 'x' })
    expect(await self()).toMatchObject({ role: 'manager', status: 'active', phone: manager.phone })
  })

  it('shows the phone masked and what the role allows', async () => {
    const body = await shown(accountLoader, '/settings/account')
    expect(JSON.stringify(body)).not.toContain(manager.phone)
    const page = await pageHtml(Account, { loaderData: body })
    expect(page).toContain('Review applications and decide')
    expect(page).not.toContain('Suspend users')
  })
})

describe('the sessions', () => {
  const sessionOf = async (userId: string) => {
    await openSession(db, services, userId, { deviceId: 'd', userAgent: 'Firefox/1 Windows', address: '198.51.100.7' })
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(sessions.createdAt)
    return row?.id ?? ''
  }
  const open = async () => (await db.select().from(sessions)).filter(({ endedAt }) => endedAt === null).length

  it('are listed by device, and ending one writes an audit entry', async () => {
    const id = await sessionOf(manager.id)
    const body = await shown(accountLoader, '/settings/account')
    expect(body).toMatchObject({ sessions: [{ id, device: 'Firefox · Windows', address: '198.51.100.7' }] })
    await post(accountAction, '/settings/account', { intent: 'end', session: id })
    expect(await open()).toBe(0)
    expect(await acts()).toEqual(['session.end'])
  })

  it('of another person cannot be ended', async () => {
    const other = await staff(db, 'admin', '王建国')
    const id = await sessionOf(other.id)
    await post(accountAction, '/settings/account', { intent: 'end', session: id })
    await post(accountAction, '/settings/account', { intent: 'end', session: 'no id' })
    expect([await open(), await acts()]).toEqual([1, []])
  })

  it('other than the current one are ended together, with one audit entry', async () => {
    const sessionId = await sessionOf(manager.id)
    for (let n = 0; n < 2; n += 1) await sessionOf(manager.id)
    await post(accountAction, '/settings/account', { intent: 'end-others' }, { ...manager, sessionId })
    const left = (await db.select().from(sessions)).filter(({ endedAt }) => endedAt === null)
    expect(left.map(({ id }) => id)).toEqual([sessionId])
    expect(await acts()).toEqual(['session.endOthers'])
  })
})

describe('the display settings', () => {
  const DISPLAY = { version: '1', pageSize: '30', density: 'compact', startPage: 'verifications' }

  it('are saved; an unticked checkbox means no', async () => {
    expect((await post(displayAction, '/settings/display', DISPLAY)).status).toBe(302)
    expect(await self()).toMatchObject({
      pageSize: 30,
      density: 'compact',
      startPage: 'verifications',
      hasShortcuts: false,
    })
  })

  it('refuse a page size and a density that are not offered', async () => {
    const answer = await post(displayAction, '/settings/display', { ...DISPLAY, pageSize: '7', density: 'huge' })
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { result: { error: { pageSize: ['This field is required'], density: ['This field is required'] } } },
    ])
  })

  it('set the page size of lists, unless the address gives one', async () => {
    const sizeAt = (search: string) =>
      shown(organizationsLoader, `/organizations/${search}`, { ...manager, pageSize: 30 })
    expect(await sizeAt('')).toMatchObject({ state: { pageSize: 30 } })
    expect(await sizeAt('?pageSize=10')).toMatchObject({ state: { pageSize: 10, usualPageSize: 30 } })
  })

  it('offer no start page that the role may not open', async () => {
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    expect(await shown(displayLoader, '/settings/display', cashier)).toMatchObject({
      starts: ['dashboard', 'verifications', 'organizations', 'invites'],
    })
  })
})

describe('the preferences menu', () => {
  it('saves a language with a toast and drops lng from the address, but saves a theme without a toast', async () => {
    const language = await post(preferencesAction, '/preferences', { redirect: '/users/?lng=en&q=1', language: 'kk' })
    expect([language.status, language.location]).toEqual([302, '/users/?q=1'])
    expect(language.headers.getSetCookie().join()).toContain('lng=kk')
    expect(toastOf(language.headers)).toContain('settings:toast.saved')
    const theme = await post(preferencesAction, '/preferences', { redirect: '/users/', theme: 'dark' })
    expect([theme.location, toastOf(theme.headers)]).toEqual(['/users/', ''])
  })
})

describe('appearance', () => {
  const save = (form: Record<string, string>) => post(appearanceAction, '/settings/appearance', form)

  it('is kept in cookies and confirmed with a toast', async () => {
    const answer = await save({ theme: 'dark', font: 'inter', dir: 'rtl' })
    expect([answer.status, answer.location]).toEqual([302, '/settings/appearance'])
    const cookies = answer.headers.getSetCookie().join()
    for (const cookie of ['vite-ui-theme=dark', 'font=inter', 'dir=rtl']) expect(cookies).toContain(cookie)
    expect(toastOf(answer.headers)).toContain('settings:toast.saved')
  })

  it('that has not changed says that nothing was modified', async () => {
    const answer = await save({ theme: 'system', font: 'inter', dir: 'ltr' })
    expect(toastOf(answer.headers)).toContain('common:toast.notModified')
  })

  it('refuses a theme that is not offered', async () => {
    expect(await save({ theme: 'pink', font: 'inter', dir: 'ltr' })).toMatchObject({
      status: 422,
      body: { result: { error: { theme: ['This field is required'] } } },
    })
  })
})

describe('notifications', () => {
  it('are stored as ticked; unknown choices are ignored and saving the same again is not logged', async () => {
    const form: [string, string][] = [
      ['choice', 'new_verification.email'],
      ['choice', 'overdue_verification.whatsapp'],
      ['choice', 'anything.sms'],
      ['choice', 'invite_redeemed.whatsapp'],
      ['choice', 'morning_digest.email'],
    ]
    await post(choicesAction, '/settings/notifications', form)
    await post(choicesAction, '/settings/notifications', form)
    expect(await db.select().from(notificationChoices)).toHaveLength(2)
    expect(await acts()).toEqual(['user.notifications'])
    await post(choicesAction, '/settings/notifications', [])
    expect(await db.select().from(notificationChoices).orderBy(notificationChoices.event)).toMatchObject([
      { event: 'invite_redeemed', channel: 'whatsapp' },
      { event: 'morning_digest', channel: 'email' },
    ])
    expect(await shown(choicesLoader, '/settings/notifications')).toMatchObject({ chosen: [] })
  })

  it('about one’s own invite codes and the morning digest are on by default', async () => {
    expect(await shown(choicesLoader, '/settings/notifications')).toMatchObject({
      chosen: ['invite_redeemed.whatsapp', 'morning_digest.email'],
    })
  })

  it('saved from an outdated page are refused with 409, and can be saved again', async () => {
    const drawn = (await shown(choicesLoader, '/settings/notifications')) as { seen: string }
    await post(choicesAction, '/settings/notifications', [['choice', 'mention.email']])
    const save = (seen: string) =>
      post(choicesAction, '/settings/notifications', [
        ['choice', 'invite_redeemed.email'],
        ['seen', seen],
      ])
    const refused = await save(drawn.seen)
    expect(refused).toMatchObject({ status: 409, body: { isStale: true, seen: { seen: 'mention.email' } } })
    expect((await save('mention.email')).status).toBe(302)
  })

  it('offer only the events of the role; choices for other events stay stored', async () => {
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    await db.insert(notificationChoices).values({ userId: cashier.id, event: 'mention', channel: 'email' })
    const offered = async (actor: Actor) => (await shown(choicesLoader, '/settings/notifications', actor)) as object
    expect(await offered(cashier)).toMatchObject({ events: ['invite_redeemed'], chosen: ['invite_redeemed.whatsapp'] })
    expect(await offered(manager)).toMatchObject({ events: STAFF_EVENTS })
    const form: [string, string][] = [['choice', 'new_verification.email']]
    expect((await post(choicesAction, '/settings/notifications', form, cashier)).status).toBe(302)
    const kept = await db.select().from(notificationChoices).orderBy(notificationChoices.event)
    expect(kept.map(({ event }) => event)).toEqual(['invite_redeemed', 'mention'])
  })

  it('offer the phone where no email is sent, and keep a choice of email while its event stays ticked', async () => {
    services = await testServices({ env: { ...services.env, emailGateway: 'none', whatsappGateway: 'none' } })
    await db.insert(notificationChoices).values([
      { userId: manager.id, event: 'mention', channel: 'email' },
      { userId: manager.id, event: 'invite_redeemed', channel: 'whatsapp' },
    ])
    const path = '/settings/notifications'
    const chosen = ['mention.whatsapp', 'morning_digest.whatsapp']
    const drawn = (await shown(choicesLoader, path)) as object
    expect(drawn).toMatchObject({ channels: [{ channel: 'whatsapp', by: 'sms' }], chosen, lacksEmail: false })
    const stored = async () =>
      (await db.select().from(notificationChoices)).map(({ event, channel }) => `${event}.${channel}`).toSorted()
    const ticking = (...names: string[]) => names.map((name): [string, string] => ['choice', name])
    await post(choicesAction, path, ticking(...chosen, 'recovery_request.whatsapp'))
    expect(await stored()).toEqual(['invite_redeemed.whatsapp', 'mention.email', 'recovery_request.whatsapp'])
    await post(choicesAction, path, ticking('mention.whatsapp'))
    expect(await stored()).toEqual(['invite_redeemed.whatsapp', 'mention.email', 'morning_digest.email'])
    await post(choicesAction, path, [])
    expect(await stored()).toEqual(['invite_redeemed.whatsapp', 'morning_digest.email'])
  })

  it('are for staff alone: a partner gets 403', async () => {
    const { id } = await organization(db)
    const guest = await partner(db, id)
    for (const loader of [choicesLoader, displayLoader])
      expect((await get(loader, '/settings/notifications', guest)).status).toBe(403)
    expect((await post(choicesAction, '/settings/notifications', [], guest)).status).toBe(403)
    expect((await get(accountLoader, '/settings/account', guest)).status).toBe(200)
  })
})

it.each([
  ['partner', []],
  ['cashier', ['display', 'notifications']],
  ['manager', ['display', 'notifications', 'templates']],
  ['admin', ['display', 'notifications', 'templates']],
  ['superadmin', ['display', 'notifications', 'templates', 'due-dates', 'reviews', 'keeping']],
] as const)('a %s finds the four settings pages of everybody and %j', (role, more) => {
  const actor: Actor = { ...manager, role: role === 'partner' ? null : role }
  expect(shown(settingsLoader, '/settings', actor)).toEqual({
    pages: ['account', 'devices', 'passkeys', 'appearance', ...more],
  })
})
