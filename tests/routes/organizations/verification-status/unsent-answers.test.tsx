import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { drafts } from '../../../../app/db/schema/drafts'
import { requestedItems } from '../../../../app/db/schema/reviews'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { keepDraft } from '../../../../app/domain/drafts/drafts.server'
import * as status from '../../../../app/routes/organizations/verification-status/status'
import { HOUR_MS } from '../../../../app/durations'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { ownSetup } from '../../../support/own-setup'
import { tagWith } from '../../../support/render'
import { testServices, type TestServices } from '../../../support/services'
import { organization, partner, staff, verification } from '../../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let own: { id: string; version: number }
let person: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  own = await organization(db, { status: 'draft' })
  person = await partner(db, own.id)
})

const { path, send, waiting, moved, pageOf } = ownSetup(db, () => ({ services, own, person }))

type Application = { id: string; version: number }
type Item = readonly [text: string, target: string | null]

const CHANGED = 'The application has changed since you opened this page'
const BEGUN = 'The answer you had begun'

async function ask(application: Application, version: number, ...items: Item[]) {
  const row = { verificationId: application.id, version }
  await db.insert(requestedItems).values(items.map(([text, target], position) => ({ ...row, text, target, position })))
  await db
    .update(verifications)
    .set({ requestedChanges: items.map(([text]) => text) })
    .where(eq(verifications.id, application.id))
}

const askAgain = async (application: Application, ...items: Item[]) => {
  await ask(application, application.version + 2, ...items)
  await moved(application, 'info_requested', application.version + 2)
}

const formOf = ({ id, version }: Application, answers: string[], rest: Record<string, string> = {}) => [
  ['application', id] as [string, string],
  ['version', String(version)] as [string, string],
  ['organizationVersion', String(own.version)] as [string, string],
  ...answers.map((text, n): [string, string] => [`answers[${n}]`, text]),
  ...Object.entries(rest),
]

async function keep(fields: [string, string][], drawing = '') {
  const typed = new FormData()
  for (const [name, value] of fields) typed.append(name, value)
  if (drawing) typed.append('drawing', drawing)
  await keepDraft(services, person, path('verification-status'), typed)
}

const answerIn = (html: string, index: number) =>
  new RegExp(`<textarea[^>]*name="answers\\[${index}\\]"[^>]*>([^<]*)<`).exec(html)?.[1]

/** A new application that asks for answers, after the earlier one was rejected. */
async function applyAnew(application: Application) {
  await db
    .update(verifications)
    .set({ status: 'rejected', waitingSince: null })
    .where(eq(verifications.id, application.id))
  const reviewer = await staff(db, 'admin', 'Ирина Соколова')
  return verification(db, {
    organizationId: own.id,
    status: 'need_more_info',
    reviewer,
    submittedBy: person.id,
    submittedAt: new Date(services.now().getTime() + HOUR_MS),
    requestedChanges: [],
  })
}

describe('an answer that was not sent', () => {
  it('to an earlier application is not shown in the form of a new one', async () => {
    const earlier = await waiting()
    await ask(earlier, earlier.version, ['What do you store?', null])
    await keep(formOf(earlier, ['half', 'and more'], { note: 'by courier' }))
    const later = await applyAnew(earlier)
    await ask(later, later.version, ['The licence', 'document:business_license'])
    const html = await pageOf()
    expect(answerIn(html, 0)).toBe('')
    expect(html).not.toMatch(/half|and more|by courier/)
    expect(html).not.toContain(CHANGED)
  })

  it('to an earlier application answers 409 when sent, and its words come back beside the new items', async () => {
    const earlier = await waiting()
    await ask(earlier, earlier.version, ['What do you store?', null])
    const later = await applyAnew(earlier)
    await ask(later, later.version, ['The licence', 'document:business_license'])
    const refused = await send(status, path('verification-status'), {
      form: formOf(earlier, ['half'], { note: 'by courier' }),
    })
    expect(refused).toMatchObject({
      status: 409,
      body: { hasChanged: true, result: { initialValue: { answers: ['', 'half', 'by courier'], note: '' } } },
    })
    expect((await db.select().from(requestedItems)).map(({ answer }) => answer)).toEqual([null, null])
  })

  it.each([
    ['its words and target', ['What do you store?', null], ['', 'Grain']],
    ['nothing but its place', ['Who signs?', null], ['', '']],
    ['its words alone', ['What do you store?', 'document:other'], ['', '']],
  ] as const)(
    'goes with its item into the next request only if the item has the same words and target: same %s',
    async (_, item, placed) => {
      const application = await waiting()
      await ask(application, application.version, ['What do you store?', null])
      await askAgain(application, ['The licence', 'document:business_license'], item)
      await keep(formOf(application, ['Grain']))
      const html = await pageOf()
      expect([answerIn(html, 0), answerIn(html, 1)]).toEqual(placed)
      expect(html).toContain('Grain')
      expect(html).toContain(CHANGED)
    },
  )

  it.each(['rejected', 'approved'] as const)(
    'is shown once as not sent after the application was decided (%s), with a button to discard it',
    async (state) => {
      const application = await waiting()
      await keep(formOf(application, ['Grain', ''], { note: 'by courier' }), 'a'.repeat(20))
      await db.update(verifications).set({ status: state, waitingSince: null })
      await moved(application, state, application.version + 1)
      const html = await pageOf()
      expect(html).toContain(BEGUN)
      expect(html).toContain('Not sent')
      expect(html.match(/Grain/g)).toHaveLength(1)
      expect(html).toContain('by courier')
      expect(html).not.toContain(CHANGED)
      expect(html).not.toContain('role="alert"')
      expect(html).toMatch(/<form[^>]*action="\/drafts\?[^"]*drop=[^"]*"/)
      expect(tagWith(html, 'name="keep"')).toContain(`value="${'a'.repeat(20)}@`)
      expect(html).toMatch(/<button[^>]*type="submit"[^>]*>.*Discard/s)
    },
  )

  it('is forgotten once its request was answered from another window', async () => {
    const application = await waiting()
    await keep(formOf(application, ['Grain', '']), 'b'.repeat(20))
    const sent = await send(status, path('verification-status'), { form: formOf(application, ['Flour', 'Attached']) })
    expect(sent.status).toBe(302)
    expect(await db.select().from(drafts)).toEqual([])
    expect(await pageOf()).not.toContain('Grain')
  })
})
