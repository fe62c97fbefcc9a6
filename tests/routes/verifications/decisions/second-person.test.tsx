import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { drawingContext } from '../../../../app/context'
import { documents } from '../../../../app/db/schema/documents'
import { reviewPeople } from '../../../../app/db/schema/reviews'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { recordAudit } from '../../../../app/domain/audit/audit.server'
import { forgetDraft, keepDraft } from '../../../../app/domain/drafts/drafts.server'
import * as decision from '../../../../app/routes/verifications/decisions/decision'
import * as detail from '../../../../app/routes/verifications/detail'
import * as second from '../../../../app/routes/verifications/decisions/second'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { pageHtml, tagWith } from '../../../support/render'
import { answerOf, toastOf, visit } from '../../../support/requests'
import { testServices, type TestServices } from '../../../support/services'
import { signedInStaff } from '../../../support/signed-in'
import { addDocument, before, organization, staff, verification } from '../../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  admin = await signedInStaff(db, services, 'admin', '李伟')
  await db.insert(reviewPeople).values({ type: 'address_change', people: 2, version: 1 })
})

/** An address change that the manager has prepared to approve, with a document that nobody has opened. */
async function prepared() {
  const { id: organizationId } = await organization(db)
  const held = await verification(db, {
    organizationId,
    type: 'address_change',
    status: 'under_review',
    reviewer: manager,
    submittedAt: before(DAY_MS),
  })
  await addDocument(db, held, 'pending', { fileName: 'lease.pdf' })
  const at = `/verifications/${held.id}/approve`
  const form = { version: String(held.version) }
  await answerOf(() =>
    decision.action(
      visit(services, at, { actor: manager, params: { id: held.id }, form: Object.entries(form) }) as never,
    ),
  )
  const [row] = await db.select().from(verifications).where(eq(verifications.id, held.id))
  if (!row) throw new Error('none')
  return row
}

const SEARCH = '?view=claimable&sort=oldest'
const press = ({ id, version }: { id: string; version: number }, intent: string, more: [string, string][] = []) =>
  answerOf(() =>
    second.action(
      visit(services, `/verifications/${id}/second${SEARCH}`, {
        actor: admin,
        params: { id },
        form: [['intent', intent], ['version', String(version)], ...more],
      }) as never,
    ),
  )
const next = async () =>
  verification(db, { organizationId: (await organization(db, { name: 'Next' })).id, submittedAt: before(HOUR_MS) })

it('the person asked to agree sees which documents nobody has opened, and can agree with the Y key', async () => {
  const { id } = await prepared()
  const at = `/verifications/${id}${SEARCH}`
  const view = (await detail.loader(visit(services, at, { actor: admin, params: { id } }) as never)) as {
    data: unknown
  }
  expect(view.data).toMatchObject({ prepared: { may: true } })
  expect(await detail.loader(visit(services, at, { actor: manager, params: { id } }) as never)).toMatchObject({
    data: { prepared: { may: false } },
  })
  const html = await pageHtml(detail.default, { loaderData: view.data }, { at })
  const note = html.slice(
    html.indexOf('Prepared by <bdi lang="ru">Ольга Кузнецова</bdi>'),
    html.indexOf('Agree and approve'),
  )
  expect(note).toContain('Nobody has opened 1 document<')
  expect(note).toContain('lease.pdf')
  expect(tagWith(html, 'value="agree"')).toContain('aria-keyshortcuts="y"')
})

it('the second person reads that a verdict on a document voids the prepared decision, while a document has none', async () => {
  const { id } = await prepared()
  const at = `/verifications/${id}${SEARCH}`
  const page = async () => {
    const view = (await detail.loader(visit(services, at, { actor: admin, params: { id } }) as never)) as {
      data: unknown
    }
    return pageHtml(detail.default, { loaderData: view.data }, { at })
  }
  const warning = 'If you verify or reject a document, this decision no longer counts'
  expect(await page()).toContain(warning)
  await db.update(documents).set({ status: 'verified' }).where(eq(documents.verificationId, id))
  expect(await page()).not.toContain(warning)
})

it('its maker, who sees that it waits, and those who may agree are not offered to prepare a decision again', async () => {
  const { id } = await prepared()
  const at = `/verifications/${id}${SEARCH}`
  const offered = async (actor: Actor) => {
    const view = (await detail.loader(visit(services, at, { actor, params: { id } }) as never)) as { data: unknown }
    const html = await pageHtml(detail.default, { loaderData: view.data }, { at })
    return { acts: [...html.matchAll(/data-act="([\w-]+)"/g)].map(([, act]) => act), html }
  }
  const { acts, html } = await offered(admin)
  expect(acts).toEqual(['second', 'reject', 'request-info'])
  expect(tagWith(html, 'id="prepared"')).toContain('data-refused-keys="a"')
  expect(html).toContain('Nothing stands in the way of approval.')
  const made = await offered(manager)
  expect(made.acts).toEqual(['reject', 'request-info'])
  expect(made.html).toContain('You prepared this decision. It takes effect once a colleague agrees.')
  expect(made.html).not.toContain('Nothing stands in the way of approval.')
  expect(made.html).not.toContain('button-primary')
  const invited = { action: 'user.invite', objectType: 'user', objectId: manager.id, requestId: 'req' } as const
  await recordAudit(db, { ...invited, at: services.now(), actor: admin })
  expect((await offered(admin)).acts).toEqual(['second', 'approve', 'reject', 'request-info'])
})

it('a person who gave the maker access cannot agree (409), is told why, and may return the decision', async () => {
  const { id, version } = await prepared()
  const made = { action: 'user.invite', objectType: 'user', objectId: manager.id, requestId: 'req' } as const
  await recordAudit(db, { ...made, at: services.now(), actor: admin })
  const at = `/verifications/${id}${SEARCH}`
  const view = (await detail.loader(visit(services, at, { actor: admin, params: { id } }) as never)) as {
    data: unknown
  }
  const html = await pageHtml(detail.default, { loaderData: view.data }, { at })
  const why = ' access or changed it in the last 7 days. Someone else has to agree.'
  expect(html).toContain(`You gave <bdi lang="ru">Ольга Кузнецова</bdi>${why}`)
  expect(html).not.toContain('value="agree"')
  expect(html).toContain('Return with a note')
  const answer = await press({ id, version }, 'agree')
  expect(answer).toMatchObject({ status: 409, body: { alert: expect.stringContaining(why) } })
  expect((await press({ id, version }, 'return', [['note', 'Ask for the lease']])).status).toBe(302)
})

it.each(['approve', 'reject'])(
  'the form to %s a type that two people decide says that a second person has to agree',
  async (action) => {
    const { id: organizationId } = await organization(db, { name: 'Tengri Cargo' })
    const drawn = async (type: 'address_change' | 'tax_registration_renewal') => {
      const { id } = await verification(db, { organizationId, type, status: 'under_review', reviewer: manager })
      const at = `/verifications/${id}?decide=${action}`
      const view = (await detail.loader(visit(services, at, { actor: manager, params: { id } }) as never)) as {
        data: unknown
      }
      const html = await pageHtml(detail.default, { loaderData: view.data }, { at })
      return html.slice(html.indexOf('decision-title'))
    }
    const two = 'this prepares the decision. A second person has to agree before it takes effect.'
    const one = 'you can undo this for a minute, then the applicant is notified.'
    const ofTwo = await drawn('address_change')
    expect(ofTwo).toContain(two)
    expect(ofTwo).not.toContain(one)
    const ofOne = await drawn('tax_registration_renewal')
    expect(ofOne).toContain(one)
    expect(ofOne).not.toContain(two)
  },
)

it('agreeing or returning opens the next application of the queue, and the list after the last one', async () => {
  const agreed = await prepared()
  const waiting = await next()
  const answer = await press(agreed, 'agree')
  expect(answer.location).toBe(`/verifications/${waiting.id}${SEARCH}`)
  expect(toastOf(answer.headers)).toContain('verifications:second.done.approved')
  const returned = await prepared()
  // Pressed twice, it leads where it led the first time.
  const giveBack = () => press(returned, 'return', [['note', 'Ask for the lease']])
  expect([(await giveBack()).location, (await giveBack()).location]).toEqual(
    Array(2).fill(`/verifications/${waiting.id}${SEARCH}`),
  )
  await db.update(verifications).set({ status: 'approved', reviewedAt: services.now() })
  const last = await prepared()
  const agree = () => press(last, 'agree')
  expect([(await agree()).location, (await agree()).location]).toEqual(Array(2).fill(`/verifications/${SEARCH}`))
})

it('agreeing from an outdated page fails and says that the application has changed', async () => {
  const { headers } = await press({ ...(await prepared()), version: 7 }, 'agree')
  expect(toastOf(headers)).toMatch(/common:form\.failed.*verifications:claim\.changed/)
})

it('agreeing to a mode change that is already in force says that the mode is kept', async () => {
  await db.insert(reviewPeople).values({ type: 'operation_mode_change', people: 2, version: 1 })
  const { id: organizationId } = await organization(db, { status: 'active', operationMode: 'independent' })
  const open = { status: 'under_review', type: 'operation_mode_change', reviewer: admin } as const
  const { id, version } = await verification(db, { organizationId, ...open })
  const other = await staff(db, 'admin', 'Ерлан Сейітов')
  const form = { version: String(version) }
  const at = visit(services, `/verifications/${id}/approve`, { actor: other, params: { id }, form })
  expect((await answerOf(() => decision.action(at as never))).status).toBe(302)
  const answer = await press({ id, version: version + 1 }, 'agree')
  expect([answer.status, toastOf(answer.headers)]).toEqual([302, expect.stringContaining('approveModeKept')])
})

it('a person who may only prepare a type sees the prepared decision, but may not agree', async () => {
  await db.insert(reviewPeople).values({ type: 'bank_account_update', people: 2, version: 1 })
  const { id: organizationId } = await organization(db)
  const open = { status: 'under_review', type: 'bank_account_update', reviewer: manager } as const
  const { id, version } = await verification(db, { organizationId, ...open })
  const form = { version: String(version) }
  const at = visit(services, `/verifications/${id}/approve`, { actor: manager, params: { id }, form })
  expect((await answerOf(() => decision.action(at as never))).status).toBe(302)
  const seenBy = async (actor: Actor) =>
    detail.loader(visit(services, `/verifications/${id}`, { actor, params: { id } }) as never)
  expect(await seenBy(await staff(db, 'manager', 'Тимур'))).toMatchObject({ data: { prepared: { may: false } } })
  expect(await seenBy(admin)).toMatchObject({ data: { prepared: { may: true } } })
})

it('returning a prepared decision needs a note', async () => {
  expect(await press(await prepared(), 'return', [['note', ' ']])).toMatchObject({
    status: 422,
    body: { result: { error: { note: ['This field is required'] } } },
  })
})

it('a note sent too late to return a decision is 409, says so, and stays in its form', async () => {
  const early = await prepared()
  expect((await press(early, 'return', [['note', 'Ask for the lease']])).status).toBe(302)
  const note = 'The lease names another landlord'
  expect(await press(early, 'return', [['note', note]])).toMatchObject({
    status: 409,
    body: { result: { initialValue: { note } }, alert: expect.stringContaining('has changed') },
  })
  const at = `/verifications/${early.id}/second`
  const form = new FormData()
  for (const [name, value] of Object.entries({ note, version: String(early.version) })) form.set(name, value)
  await keepDraft(services, admin, at, form)
  const args = visit(services, at, { actor: admin, params: { id: early.id } })
  expect(await second.loader(args as never)).toMatchObject({
    version: null,
    restored: { refusal: { result: { initialValue: { note } }, alert: expect.stringContaining('has changed') } },
  })
  await forgetDraft(services, admin, at, form)
  await expect(answerOf(() => second.loader(args as never))).resolves.toMatchObject({ status: 302 })
  args.context.set(drawingContext, 'of-the-posted-form')
  expect(await second.loader(args as never)).toMatchObject({ version: null })
})
