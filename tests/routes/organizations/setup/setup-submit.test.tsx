import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { documents } from '../../../../app/db/schema/documents'
import { messages, notificationChoices } from '../../../../app/db/schema/messages'
import { organizations } from '../../../../app/db/schema/organizations'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { keepDraft } from '../../../../app/domain/drafts/drafts.server'
import * as reviewPage from '../../../../app/routes/verifications/detail'
import * as documentsStep from '../../../../app/routes/organizations/setup/documents'
import * as overview from '../../../../app/routes/organizations/setup/overview'
import { SETUP_STEPS } from '../../../../app/vocabulary'
import { openedAudit } from '../../../support/audit'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { ownSetup } from '../../../support/own-setup'
import { pageHtml, tagWith } from '../../../support/render'
import { testServices, type TestServices } from '../../../support/services'
import { addDocument, organization, partner, staff, verification } from '../../../support/verifications'

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

const { path, load, acts, now, rows, makeReady, submit } = ownSetup(db, () => ({ services, own, person }))

describe('submitting', () => {
  it('opens the first application with its documents, in the queue at once', async () => {
    await makeReady()
    const answer = await submit(own.version)
    expect(answer).toMatchObject({ status: 302, location: path('verification-status') })
    expect((await now())?.status).toBe('pending')
    const [opened] = await db.select().from(verifications)
    expect(opened).toMatchObject({
      type: 'initial_registration',
      status: 'pending',
      submittedBy: person.id,
      version: 1,
    })
    expect((await rows()).map((row) => row.verificationId)).toEqual([opened?.id, opened?.id, opened?.id])
    expect((await openedAudit(db)).at(-1)).toMatchObject({
      action: 'organization.submit',
      actorId: person.id,
      after: { organizationStatus: 'pending', verification: opened?.id, documents: 3 },
    })
    expect(await db.select().from(timelineEvents)).toMatchObject([
      { event: 'submitted', actorId: person.id, version: 1 },
    ])
    const reviewer = await staff(db, 'manager', 'Ольга Кузнецова')
    const review = await load(reviewPage, '/', { actor: reviewer, params: { id: opened?.id ?? '' } })
    expect(review.body).toMatchObject({ documents: [{ fileName: 'licence.pdf' }, {}, {}] })
  })

  it('leaves staff who read the setup no step to do, before and after', async () => {
    const reader = await staff(db, 'cashier', 'Daniel Brooks')
    const isAllDone = { staff: { progress: SETUP_STEPS.map((step) => ({ step, isDone: true })) } }
    await makeReady()
    expect((await load(overview, path('setup'), { actor: reader })).body).toMatchObject(isAllDone)
    await submit(own.version)
    expect((await load(overview, path('setup'), { actor: reader })).body).toMatchObject(isAllDone)
  })

  it('tells staff who chose to hear of new applications, once', async () => {
    const reader = await staff(db, 'manager', 'Ольга Кузнецова')
    await staff(db, 'manager', 'Дана Оспанова')
    await db.insert(notificationChoices).values({ userId: reader.id, event: 'new_verification', channel: 'whatsapp' })
    await makeReady()
    await submit(own.version + 5)
    expect(await db.$count(messages)).toBe(0)
    await submit(own.version)
    await submit(own.version)
    const told = await db.select().from(messages)
    expect(told).toMatchObject([{ kind: 'staff_new_verification', to: reader.phone }])
  })

  it('several times at once opens one application', async () => {
    await makeReady()
    const answers = await Promise.all([submit(own.version), submit(own.version), submit(own.version)])
    expect(answers.map(({ status: answered }) => answered)).toEqual([302, 302, 302])
    expect(await db.$count(verifications)).toBe(1)
    expect((await acts()).filter((action) => action === 'organization.submit')).toHaveLength(1)
  })

  it('with a step missing answers 409 and changes nothing', async () => {
    await makeReady()
    await db.update(organizations).set({ setupSteps: SETUP_STEPS.filter((name) => name !== 'hours') })
    expect(await submit(own.version)).toMatchObject({ status: 409, body: { conflict: { because: 'incomplete' } } })
    expect(await now()).toMatchObject({ status: 'draft', version: own.version })
    expect(await db.$count(verifications)).toBe(0)
  })

  it('with the file of a required document lost answers 409, and the page asks for that document', async () => {
    await makeReady()
    const isTax = eq(documents.type, 'tax_certificate')
    await db.update(documents).set({ fileMissingSince: services.now() }).where(isTax)
    expect((await load(documentsStep, path('setup/documents'))).body).toMatchObject({ missing: ['tax_certificate'] })
    const conflict = { because: 'incomplete', steps: ['documents'] }
    expect(await submit(own.version)).toMatchObject({ status: 409, body: { conflict } })
    expect((await now())?.status).toBe('draft')
  })

  const drawnWith = async (actionData: unknown) => {
    const { body: loaderData } = await load(overview, path('setup'))
    const html = await pageHtml(overview.default, { loaderData, actionData })
    tagWith(html, 'role="alert"')
    return html
  }

  it('begins with one primary button: to the first open step, or to submit once all are done', async () => {
    const drawn = async () => {
      const { body: loaderData } = await load(overview, path('setup'))
      return pageHtml(overview.default, { loaderData })
    }
    const primary = (html: string) => html.match(/<(?:a|button)[^>]*button-primary.*?<\/(?:a|button)>/gs) ?? []
    await makeReady()
    const ready = await drawn()
    expect(primary(ready)).toEqual([expect.stringContaining('Submit application')])
    expect(ready.indexOf('Submit application')).toBeLessThan(ready.indexOf('8 of 8 steps done'))
    await db
      .update(organizations)
      .set({ setupSteps: SETUP_STEPS.filter((name) => name !== 'hours' && name !== 'contact') })
    const html = await drawn()
    expect(primary(html)).toEqual([expect.stringContaining('Continue: Contact details')])
    expect(primary(html)[0]).toContain(`href="${path('setup/contact')}"`)
    expect(html).toMatch(/finish these steps:.*<a [^>]*\/setup\/contact".*<a [^>]*\/setup\/hours"/s)
  })

  it('with a step undone meanwhile says that it failed and which step is open', async () => {
    await makeReady()
    await db.update(organizations).set({ setupSteps: SETUP_STEPS.filter((name) => name !== 'hours') })
    const html = await drawnWith((await submit(own.version)).body)
    expect(html).toContain('The application was not submitted')
    expect(html).toMatch(/finish this step:.*Service hours/s)
    const after = { actionStatus: 409, defaultShouldRevalidate: false }
    expect(overview.shouldRevalidate(after as Parameters<typeof overview.shouldRevalidate>[0])).toBe(true)
  })

  it('warns of steps whose text is kept but not saved, and only whoever typed it', async () => {
    await makeReady()
    const typed = new FormData()
    typed.set('address', 'Abay 1')
    await keepDraft(services, person, path('setup/basic'), typed)
    const { body: loaderData } = await load(overview, path('setup'))
    expect(loaderData).toMatchObject({ own: { unsaved: ['basic'] } })
    const html = await pageHtml(overview.default, { loaderData })
    expect(html).toContain('Not saved')
    expect(html).toMatch(/This step has entries that are not saved and will not be sent.*Basic information/s)
    const colleague = await partner(db, own.id)
    expect((await load(overview, path('setup'), { actor: colleague })).body).toMatchObject({ own: { unsaved: [] } })
  })

  it('after a change in another window answers 409 and says what to do', async () => {
    await makeReady()
    const refused = await submit(own.version + 5)
    expect(refused).toMatchObject({ status: 409, body: { conflict: { because: 'stale' } } })
    expect(await db.$count(verifications)).toBe(0)
    expect(await drawnWith(refused.body)).toContain('Check what changed, then submit the application.')
  })

  it('again after a rejection opens a second application', async () => {
    const rejectionReason = 'The lease has expired'
    expect((await load(overview, path('setup'))).body).toMatchObject({ own: { rejection: null } })
    const rejected = await verification(db, { organizationId: own.id, status: 'rejected', rejectionReason })
    await addDocument(db, rejected, 'rejected')
    await db.update(organizations).set({ status: 'rejected' })
    await makeReady()
    expect((await load(overview, path('setup'))).body).toMatchObject({ own: { rejection: 'The lease has expired' } })
    await submit(own.version)
    expect((await now())?.status).toBe('pending')
    expect(await db.$count(verifications)).toBe(2)
    expect(await db.$count(documents, eq(documents.verificationId, rejected.id))).toBe(1)
  })

  it('again shows a template’s reason for the rejection in the reader’s language', async () => {
    const rejectionReason = 'Срок истёк.'
    await verification(db, { organizationId: own.id, status: 'rejected', rejectionReason })
    await db.update(organizations).set({ status: 'rejected' })
    const templateTexts = { en: 'Expired.', ru: 'Срок истёк.', kk: 'Мерзімі өткен.', zh: '已过期。' }
    await db
      .update(timelineEvents)
      .set({ note: rejectionReason, templateTexts, slots: {} })
      .where(eq(timelineEvents.event, 'rejected'))
    const read = async (language: 'kk' | 'ru') => (await load(overview, path('setup'), { language })).body
    expect(await read('kk')).toMatchObject({ own: { rejection: 'Мерзімі өткен.' } })
    expect(await read('ru')).toMatchObject({ own: { rejection: 'Срок истёк.' } })
  })
})
