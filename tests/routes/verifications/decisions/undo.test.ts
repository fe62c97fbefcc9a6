import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { UNDO_MS } from '../../../../app/durations'
import { messages } from '../../../../app/db/schema/messages'
import { preparedDecisions, reviewPeople } from '../../../../app/db/schema/reviews'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { readToast } from '../../../../app/http/answers/toast.server'
import { translate } from '../../../../app/i18n/texts.server'
import * as decision from '../../../../app/routes/verifications/decisions/decision'
import * as second from '../../../../app/routes/verifications/decisions/second'
import * as undo from '../../../../app/routes/verifications/decisions/undo'
import { LANGUAGES, type Language } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { answerOf, visit } from '../../../support/requests'
import { testServices } from '../../../support/services'
import { addDocument, organization, staff, verification } from '../../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let olga: Actor
let yerlan: Actor
let opened: Awaited<ReturnType<typeof verification>>
beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  olga = await staff(db, 'admin', 'Ольга Ким')
  yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
  const { id: organizationId } = await organization(db)
  opened = await verification(db, { organizationId, status: 'under_review', reviewer: olga })
  await addDocument(db, opened)
})

type Act = 'approve' | 'reject' | 'request-info'
const send = (module: { action: (args: never) => unknown }, act: string, actor: Actor, form: [string, string][]) =>
  answerOf(() =>
    module.action(
      visit(services, `/verifications/${opened.id}/${act}`, { actor, params: { id: opened.id }, form }) as never,
    ),
  )
const decide = (act: Act, seen: number, actor = olga) =>
  send(decision, act, actor, [
    ['version', String(seen)],
    ['reason', 'The licence has expired'],
    ['items[0].text', 'A readable lease'],
  ])
const pressUndo = (seen: number, actor = olga) => send(undo, 'undo', actor, [['version', String(seen)]])

/** The toast on the page that the answer leads to. */
async function said({ status, headers }: Awaited<ReturnType<typeof pressUndo>>, language: Language = 'en') {
  expect(status).toBe(302)
  const toast = await toastIn(headers)
  return toast && { type: toast.type, sentence: translate(language, toast.text) }
}

async function toastIn(headers: Headers) {
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { toast } = await readToast(new Request('http://localhost:3000/', { headers: { cookie } }), services)
  return toast
}

describe('undoing a decision', () => {
  it('says that the applicant was not notified, and reopens the form of the decision', async () => {
    await decide('reject', 2)
    const answer = await pressUndo(3)
    expect(answer.location).toBe(`/verifications/${opened.id}?decide=reject`)
    expect(await said(answer)).toEqual({ type: 'success', sentence: 'Undone. The applicant was not notified.' })
  })

  it.each(['approve', 'reject', 'request-info'] as const)(
    'replaces the toast that confirmed the decision: %s',
    async (act) => {
      const made = await toastIn((await decide(act, 2)).headers)
      const undone = await toastIn((await pressUndo(3)).headers)
      expect([made?.thread, undone?.thread]).toEqual([opened.id, opened.id])
    },
  )

  it('as the second person restores what was prepared and leads to the application without opening a form', async () => {
    await db.insert(reviewPeople).values({ type: opened.type, people: 2 })
    await decide('approve', 2)
    const [prepared] = await db.select().from(preparedDecisions)
    expect(prepared).toMatchObject({ action: 'approve', actorId: olga.id, version: 3 })
    if (!prepared) throw new Error('nothing was prepared')
    const fresh = { ...yerlan, provenAt: services.now() }
    expect((await send(second, 'second', fresh, [['version', '3']])).status).toBe(302)
    const answer = await pressUndo(4, yerlan)
    expect(answer.location).toBe(`/verifications/${opened.id}`)
    expect(await said(answer)).toMatchObject({ type: 'success' })
    const input = { typed: (prepared.input as { typed: object }).typed }
    expect(await db.select().from(preparedDecisions)).toMatchObject([{ ...prepared, input, version: 5 }])
  })

  it('after a minute is refused, and says that the decision stands and whom to tell', async () => {
    await decide('approve', 2)
    services.clock.advance(UNDO_MS)
    const answer = await pressUndo(3)
    expect(answer.location).toBe(`/verifications/${opened.id}`)
    expect(await said(answer)).toEqual({
      type: 'error',
      sentence: 'The minute has passed, so the decision stands. If it was wrong, tell an administrator.',
    })
  })

  const ACTED = {
    type: 'error',
    sentence:
      'Not undone: someone has acted on this application since. Check its current state before you decide again.',
  }

  it('is refused after a colleague has decided anew', async () => {
    await decide('request-info', 2)
    await decide('reject', 3, yerlan)
    expect(await said(await pressUndo(3))).toEqual(ACTED)
    expect((await db.select().from(verifications).where(eq(verifications.id, opened.id)))[0]?.status).toBe('rejected')
  })

  const ALREADY = {
    type: 'info',
    sentence: 'You have already undone this decision. The applicant was not notified.',
  }

  it('a second time says that one has already undone it oneself', async () => {
    await decide('reject', 2)
    await pressUndo(3)
    const again = await pressUndo(3)
    expect(again.location).toBe(`/verifications/${opened.id}`)
    expect(await said(again)).toEqual(ALREADY)
  })

  it('a second time says so even after the minute, or after a colleague has decided anew', async () => {
    await decide('reject', 2)
    await pressUndo(3)
    services.clock.advance(UNDO_MS)
    expect(await said(await pressUndo(3))).toEqual(ALREADY)
    await decide('approve', 4, yerlan)
    expect(await said(await pressUndo(3))).toEqual(ALREADY)
    expect((await db.select().from(verifications).where(eq(verifications.id, opened.id)))[0]?.status).toBe('approved')
  })

  it('from an old window leaves one’s new decision in force, which can be undone itself', async () => {
    await decide('reject', 2)
    await pressUndo(3)
    await decide('approve', 4)
    expect(await said(await pressUndo(3))).toEqual(ALREADY)
    expect((await pressUndo(5)).location).toBe(`/verifications/${opened.id}?decide=approve`)
  })

  it('that a colleague has already undone says that somebody has acted since', async () => {
    await decide('reject', 2)
    await pressUndo(3)
    expect(await said(await pressUndo(3, yerlan))).toEqual(ACTED)
  })

  it('at a version that no decision made is refused', async () => {
    await decide('reject', 2)
    expect(await said(await pressUndo(2_147_483_647))).toEqual(ACTED)
  })

  it('is refused once the message is on its way', async () => {
    await decide('reject', 2)
    await db.update(messages).set({ attempts: 1 })
    expect(await said(await pressUndo(3))).toEqual({
      type: 'error',
      sentence: 'Not undone: the message is already on its way. If the decision was wrong, tell an administrator.',
    })
  })

  it('of somebody else is 403, and the decision stands', async () => {
    await decide('reject', 2)
    expect((await pressUndo(3, yerlan)).status).toBe(403)
    expect((await db.select().from(verifications).where(eq(verifications.id, opened.id)))[0]?.status).toBe('rejected')
  })

  it.each(LANGUAGES)('after a minute is refused in %s too', async (language) => {
    await decide('approve', 2)
    services.clock.advance(UNDO_MS)
    const late = await said(await pressUndo(3), language)
    expect(late?.sentence).toBe(translate(language, { key: 'verifications:undo.refused.late' }))
    expect(late?.sentence).not.toMatch(/undo\.refused/)
  })
})
