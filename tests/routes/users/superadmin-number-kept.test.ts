import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inboxEntries } from '../../../app/db/schema/notes'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { completeNumberChanges } from '../../../app/domain/users/numbers/number-changes.server'
import { agreeByOperator } from '../../../app/domain/users/numbers/operator-number.server'
import * as keep from '../../../app/routes/sign-in/keep-number'
import { emptyTables, openTestDatabase } from '../../support/database'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { signInAndKeep } from '../../support/sign-in'
import { HOUR_MS } from '../../../app/durations'
import { NEW_PHONE, recovery, recoveryPeople } from '../../support/recovery'

const db = await openTestDatabase()
let services: TestServices
/** Superadmins: the one whose number changed, and two others. */
let lost: Actor
let first: Actor
let second: Actor
let admin: Actor
let manager: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ lost, first, second, admin, manager } = await recoveryPeople(db))
})

const { file, show, press, agreeByTwo, stored, phoneOf, acts, sent } = recovery(db, () => ({
  services,
  manager,
  first,
  second,
}))

describe('the number of a superadmin', () => {
  let id: string
  beforeEach(async () => {
    id = await file({ name: 'Ержан Төлеген', oldPhone: lost.phone })
  })

  describe('with the link in the message to the old number', () => {
    const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? '')
    const open = (url: URL) => answerOf(() => keep.loader(visit(services, url.pathname + url.search) as never))
    const confirm = (url: URL) =>
      answerOf(() =>
        keep.action(
          visit(services, url.pathname + url.search, { form: Object.fromEntries(url.searchParams) }) as never,
        ),
      )

    it('is kept by pressing a button without signing in, but not by merely opening the link', async () => {
      await agreeByTwo(id)
      const [warning] = await sent()
      expect(warning).toMatchObject({ to: lost.phone, kind: 'phone_will_change' })
      const link = linkIn(warning?.text ?? '')
      for (let n = 0; n < 3; n += 1)
        expect(await open(link)).toMatchObject({ status: 200, body: { phone: '+7 ••• 0000' } })
      expect(await stored(id)).toMatchObject({ outcome: null })
      expect(await confirm(link)).toMatchObject({ status: 200, body: { isKept: true } })
      expect(await stored(id)).toMatchObject({ outcome: 'cancelled', handledBy: null })
      expect((await show(id, first)).because).toBe('oldNumber')
      expect((await open(link)).status).toBe(404)
      expect(await confirm(link)).toMatchObject({ status: 404, body: { isKept: false } })
      services.clock.advance(48 * HOUR_MS)
      await completeNumberChanges(services)
      expect(await phoneOf(lost)).toBe(lost.phone)
    })

    it('is kept when the link and the due change race, even for a suspended owner, and is logged once', async () => {
      await agreeByTwo(id)
      const link = linkIn((await sent())[0]?.text ?? '')
      await db.update(users).set({ status: 'suspended' }).where(eq(users.id, lost.id))
      services.clock.advance(25 * HOUR_MS)
      const answers = await Promise.all([confirm(link), confirm(link), confirm(link), completeNumberChanges(services)])
      const statuses = answers.slice(0, 3).map((answer) => (answer as { status: number }).status)
      const isKept = statuses.includes(200)
      expect(statuses.toSorted()).toEqual(isKept ? [200, 404, 404] : [404, 404, 404])
      expect(await stored(id)).toMatchObject({ outcome: 'cancelled' })
      expect((await acts()).filter((act) => act === 'recovery.cancel')).toHaveLength(1)
      expect(await phoneOf(lost)).toBe(lost.phone)
    })

    it('is not kept once it has changed: the link is 404, even after a sign-in with the new number', async () => {
      await agreeByTwo(id)
      const link = linkIn((await sent())[0]?.text ?? '')
      services.clock.advance(24 * HOUR_MS)
      expect(await completeNumberChanges(services)).toBe(1)
      expect(await confirm(link)).toMatchObject({ status: 404, body: { isKept: false } })
      await signInAndKeep(services, { phone: NEW_PHONE })
      expect(await open(link)).toMatchObject({ status: 404, body: { phone: null } })
      expect((await confirm(link)).status).toBe(404)
      expect(await phoneOf(lost)).toBe(NEW_PHONE)
      expect(await stored(id)).toMatchObject({ outcome: 'number_changed' })
    })

    it('is kept only from the request that the link belongs to', async () => {
      const other = await file({ oldPhone: lost.phone, newPhone: '+77019990001' })
      await agreeByTwo(id)
      const link = linkIn((await sent())[0]?.text ?? '')
      await press(other, 'propose', first)
      await press(other, 'agree', second)
      const forged = new URL(link)
      forged.searchParams.set('request', other)
      expect((await confirm(forged)).status).toBe(404)
      expect((await confirm(link)).status).toBe(200)
      expect([(await stored(id))?.outcome, (await stored(other))?.outcome]).toEqual(['cancelled', null])
    })

    it('is not kept by a forged link, which is 404 and shows no number', async () => {
      await agreeByTwo(id)
      const link = linkIn((await sent())[0]?.text ?? '')
      for (const [name, value] of [
        ['key', 'A'.repeat(43)],
        ['key', ''],
        ['request', randomUUID()],
        ['request', 'x'],
      ] as const) {
        const forged = new URL(link)
        forged.searchParams.set(name, value)
        expect(await open(forged)).toMatchObject({ status: 404, body: { phone: null } })
        expect((await confirm(forged)).status).toBe(404)
      }
      expect(await stored(id)).toMatchObject({ outcome: null })
    })
  })

  describe('with fewer than two other superadmins', () => {
    const numbers = () => ({ oldPhone: lost.phone, newPhone: NEW_PHONE })
    const block = (...people: Actor[]) =>
      Promise.all(people.map(({ id: who }) => db.update(users).set({ status: 'inactive' }).where(eq(users.id, who))))

    it('can be agreed to by the operator, and changes after a day and a warning to the old number', async () => {
      await block(second)
      await press(id, 'propose', first)
      expect((await show(id, first)).nobodyElse).toBe(true)
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
      expect(await agreeByOperator(services, numbers())).toBe('unchanged')
      expect(await acts()).toEqual(['recovery.propose', 'recovery.agree'])
      const warning = { to: lost.phone, kind: 'phone_will_change' }
      expect(await sent()).toMatchObject([warning, warning])
      services.clock.advance(24 * HOUR_MS)
      expect(await completeNumberChanges(services)).toBe(1)
      expect(await phoneOf(lost)).toBe(NEW_PHONE)
    })

    it('no longer calls anybody in the inbox once the operator has agreed', async () => {
      const given = { action: 'user.role', objectType: 'user', objectId: second.id, requestId: 'req' } as const
      await recordAudit(db, { ...given, at: services.now(), actor: first })
      await press(id, 'propose', first)
      const entries = () => db.select().from(inboxEntries)
      expect(await entries()).toMatchObject([{ userId: second.id, kind: 'number_proposed', readAt: null }])
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
      expect(await entries()).toMatchObject([{ readAt: services.now() }])
    })

    it('changes by the operator’s agreement even when the proposer was blocked before', async () => {
      await press(id, 'propose', first)
      await block(first, second)
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
      services.clock.advance(24 * HOUR_MS)
      expect(await completeNumberChanges(services)).toBe(1)
      expect(await phoneOf(lost)).toBe(NEW_PHONE)
    })

    it('can be agreed to by the operator before its owner has signed in', async () => {
      await db.update(users).set({ status: 'invited' }).where(eq(users.id, lost.id))
      await block(second)
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
    })

    it('changes by the operator’s agreement even from a request older than the last change', async () => {
      services.clock.advance(HOUR_MS)
      await file({ oldPhone: lost.phone, outcome: 'number_changed', handledAt: services.now() })
      services.clock.advance(HOUR_MS)
      await block(second)
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
      services.clock.advance(24 * HOUR_MS)
      expect(await completeNumberChanges(services)).toBe(1)
      expect(await phoneOf(lost)).toBe(NEW_PHONE)
    })

    it('needs no filed request when nobody is left to propose', async () => {
      await db.delete(recoveryRequests)
      await block(first, second)
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
      expect(await db.select().from(recoveryRequests)).toMatchObject([{ ...numbers(), agreedBy: null, outcome: null }])
    })

    it('is refused to the operator while two others can agree, and for ineligible people and new numbers', async () => {
      expect(await agreeByOperator(services, numbers())).toBe('othersMayAgree')
      await block(second)
      expect(await agreeByOperator(services, { ...numbers(), oldPhone: admin.phone })).toBe('notSuperadmin')
      expect(await agreeByOperator(services, { ...numbers(), newPhone: admin.phone })).toBe('taken')
      expect(await agreeByOperator(services, { ...numbers(), newPhone: '+33612345678' })).toBe('unreachable')
      await block(lost)
      expect(await agreeByOperator(services, numbers())).toBe('notSuperadmin')
      expect(await sent()).toEqual([])
    })
  })
})
