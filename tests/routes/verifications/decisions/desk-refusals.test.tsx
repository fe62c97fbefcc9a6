import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { documents } from '../../../../app/db/schema/documents'
import { templates } from '../../../../app/db/schema/templates'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { INSERT } from '../../../../app/domain/verifications/templates/insert-template'
import { readToast } from '../../../../app/http/answers/toast.server'
import { translate } from '../../../../app/i18n/texts.server'
import * as claim from '../../../../app/routes/verifications/decisions/claim'
import * as decision from '../../../../app/routes/verifications/decisions/decision'
import * as undo from '../../../../app/routes/verifications/decisions/undo'
import * as verdict from '../../../../app/routes/verifications/documents/verdict'
import * as documentsStep from '../../../../app/routes/organizations/setup/documents'
import * as documentsPage from '../../../../app/routes/organizations/verification-status/documents'
import { LANGUAGES, type VerificationStatus } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { pageHtml } from '../../../support/render'
import { answerOf, toastOf, visit } from '../../../support/requests'
import { testServices } from '../../../support/services'
import { addTemplate } from '../../../support/templates'
import { addDocument, organization, partner, staff, verification } from '../../../support/verifications'
import { requestInfoContext } from '../../../../app/context'

const db = await openTestDatabase()
const services = await testServices()
let olga: Actor
beforeEach(async () => {
  await emptyTables(db)
  olga = await staff(db, 'admin', 'Ольга Ким')
})

type Act = 'start' | 'reject' | 'request-info'
type Form = [string, string][]

const given = async (status: VerificationStatus) =>
  verification(db, { organizationId: (await organization(db)).id, status, reviewer: olga })
const row = async (id: string) => (await db.select().from(verifications).where(eq(verifications.id, id)))[0]
const visiting = (id: string, act: string, form?: Form) =>
  visit(services, `/verifications/${id}/${act}`, { actor: olga, params: { id }, form }) as never
const send = (id: string, act: Act, form: Form) => answerOf(() => decision.action(visiting(id, act, form)))

/** The page of the form after an answer, without scripts. */
async function formAfter(id: string, act: Act, actionData: unknown) {
  const { body } = await answerOf(() => decision.loader(visiting(id, act)))
  return pageHtml(decision.default, { loaderData: body, actionData })
}

describe('a template slot without a value', () => {
  it.each([
    ['reject', 'rejection', ['reason', 'Typed before']],
    ['request-info', 'item', ['items[0].text', 'Typed before']],
  ] as const)(
    '%s: is not inserted, asks which document is meant, and keeps the typed text',
    async (act, use, typed) => {
      const opened = await given('under_review')
      const document = await addDocument(db, opened, 'pending', { type: 'bank_statement' })
      const pick = await addTemplate(db, { use })
      const form: Form = [['version', '2'], [...typed], ['pick', pick], ['intent', INSERT]]
      const refused = await send(opened.id, act, form)
      expect(refused).toMatchObject({ status: 200, body: { pickFault: 'slots' } })
      const html = await formAfter(opened.id, act, refused.body)
      expect(html).toContain('This template names a document: choose which one. Nothing was inserted.')
      expect(html).toMatch(/<textarea[^>]*>Typed before</)
      const taken = await send(opened.id, act, [...form, ['pickAbout', document.id]])
      expect(JSON.stringify(taken.body)).toContain('Выписка из банка')
      expect(await row(opened.id)).toEqual(opened)
    },
  )

  it.each([
    ['reject', 'reason'],
    ['request-info', 'items[0].text'],
  ] as const)(
    '%s: is never sent in braces: the form is 422 with an error at the field, and keeps the text',
    async (act, field) => {
      const opened = await given('under_review')
      const text = '{document}: it cannot be read.'
      const refused = await send(opened.id, act, [
        ['version', '2'],
        [field, text],
      ])
      expect(refused).toMatchObject({
        status: 422,
        body: {
          result: {
            error: {
              [field]: [
                'A part in braces is still empty: choose the document it is about, or write the words yourself.',
              ],
            },
          },
        },
      })
      expect(await formAfter(opened.id, act, refused.body)).toMatch(/<textarea[^>]*>\{document\}: it cannot be read\.</)
      expect(await row(opened.id)).toEqual(opened)
    },
  )
})

it('a template archived meanwhile is not inserted, and the typed text is kept', async () => {
  const opened = await given('under_review')
  const pick = await addTemplate(db)
  await db.update(templates).set({ isArchived: true })
  await addTemplate(db)
  const refused = await send(opened.id, 'reject', [
    ['version', '2'],
    ['reason', 'Typed before'],
    ['pick', pick],
    ['intent', INSERT],
  ])
  expect(refused).toMatchObject({ status: 200, body: { pickFault: 'gone' } })
  const html = await formAfter(opened.id, 'reject', refused.body)
  expect(html).toContain('Choose a template. Archived or incomplete ones are no longer offered.')
  expect(html).toMatch(/<textarea[^>]*>Typed before</)
})

it('a request for more info without an item is 422, and its empty field is marked and focused', async () => {
  const opened = await given('under_review')
  const refused = await send(opened.id, 'request-info', [
    ['version', '2'],
    ['items[0].text', ' '],
  ])
  expect(refused).toMatchObject({ status: 422 })
  const [field = ''] =
    /<textarea[^>]*name="items\[0\].text"[^>]*>/.exec(await formAfter(opened.id, 'request-info', refused.body)) ?? []
  expect(field).toContain('aria-invalid="true"')
  expect(field).toContain('autofocus')
})

it('an item for a field that no longer exists is 422 with an error in its row, and all text is kept', async () => {
  const opened = await given('under_review')
  const refused = await send(opened.id, 'request-info', [
    ['version', '2'],
    ['items[0].text', 'A readable lease'],
    ['items[1].text', 'Your fax'],
    ['items[1].target', 'field:basic.fax'],
  ])
  expect(refused).toMatchObject({
    status: 422,
    body: {
      result: { error: { 'items[1].target': ['This field or document no longer exists. Choose another one.'] } },
    },
  })
  const html = await formAfter(opened.id, 'request-info', refused.body)
  expect(html).toContain('This field or document no longer exists. Choose another one.')
  expect(html).toMatch(/A readable lease<.*Your fax</s)
  expect(await row(opened.id)).toEqual(opened)
})

describe('a button pressed without scripts', () => {
  type Button = { action: (args: never) => unknown; loader: (args: never) => unknown }
  /** One request: the action runs, then the loader, whose redirect replaces the answer of the action. */
  async function press({ action, loader }: Button, args: ReturnType<typeof visit>) {
    const { status } = await answerOf(() => action(args as never))
    const led = await answerOf(() => loader(args as never))
    return { status, location: led.location, toast: toastOf(led.headers) }
  }
  const away = new Proxy(db, {
    get: (of, name) => (name === 'transaction' ? () => Promise.reject(new Error('away')) : Reflect.get(of, name)),
  })

  it.each([
    ['claim', claim],
    ['undo', undo],
  ])('says in a toast that %s failed', async (act, button) => {
    const { id } = await given('pending')
    const form = { version: '1', intent: act }
    const place = { actor: olga, params: { id }, form }
    const answer = await press(button, visit({ ...services, db: away }, `/verifications/${id}/${act}`, place))
    expect(answer).toMatchObject({ status: 500, location: `/verifications/${id}` })
    expect(answer.toast).toContain('common:form.failed')
  })

  it('says in a toast that the document was judged meanwhile, and leaves the document as it was', async () => {
    const opened = await given('under_review')
    const document = await addDocument(db, opened, 'rejected')
    const place = { actor: olga, params: { id: opened.id, documentId: document.id }, form: { seen: 'pending' } }
    const address = `/verifications/${opened.id}/documents/${document.id}/verify`
    const answer = await press(verdict, visit(services, address, place))
    expect(answer).toMatchObject({ status: 409, location: `/verifications/${opened.id}?document=${document.id}` })
    expect(answer.toast).toContain('verifications:toast.notJudged')
    expect(await db.select().from(documents).where(eq(documents.id, document.id))).toEqual([document])
  })

  it.each([
    ['verification-status/documents', documentsPage],
    ['setup/documents', documentsStep],
  ])('says in a toast that the file was not accepted: %s', async (place, page) => {
    const { id: organizationId } = await organization(db)
    const actor = await partner(db, organizationId)
    const address = `/organizations/${organizationId}/${place}`
    const answer = await press(page, visit(services, address, { actor, params: { organizationId }, form: {} }))
    expect(answer).toMatchObject({ status: 409, location: `/organizations/${organizationId}/verification-status` })
    expect(answer.toast).toContain('setup:error.closed')
  })
})

describe('a claim on a decided application', () => {
  const post = async (id: string, intent: string, version: number) => {
    const form = { intent, version: String(version) }
    const args = visit(services, `/verifications/${id}/claim`, { actor: olga, params: { id }, form })
    const answer = await answerOf(() => claim.action(args as never))
    return { ...answer, isLedAway: args.context.get(requestInfoContext).isRedirectedInstead }
  }

  it.each(
    (['approved', 'rejected'] as const).flatMap((status) =>
      ['claim', 'release', 'take-over'].map((intent) => [status, intent] as const),
    ),
  )('%s: to %s leads back to the application, says why, and changes nothing', async (status, intent) => {
    const decided = await given(status)
    const answer = await post(decided.id, intent, decided.version - 1)
    expect([answer.status, answer.location, answer.isLedAway]).toEqual([302, `/verifications/${decided.id}`, true])
    const cookie = answer.headers.getSetCookie().join('; ')
    const { toast } = await readToast(new Request('http://localhost:3000/', { headers: { cookie } }), services)
    expect(toast?.type).toBe('error')
    expect(toast && translate('en', toast.text)).toBe('Operation failed, please try again')
    const sentences = LANGUAGES.map((language) => toast?.detail && translate(language, toast.detail))
    expect(sentences[0]).toBe('This application has changed since you opened it. Check its current state.')
    expect(new Set(sentences).size).toBe(LANGUAGES.length)
    expect(await row(decided.id)).toEqual(decided)
  })

  it('opened from a saved address is 409 and shows the current status', async () => {
    const decided = await given('rejected')
    expect((await answerOf(() => decision.loader(visiting(decided.id, 'start')))).status).toBe(409)
    expect(await formAfter(decided.id, 'start', undefined)).toContain('The application is now: Rejected.')
  })
})
