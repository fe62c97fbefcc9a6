import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { documents } from '../../../../app/db/schema/documents'
import { organizations } from '../../../../app/db/schema/organizations'
import { requestedItems } from '../../../../app/db/schema/reviews'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { keepDraft } from '../../../../app/domain/drafts/drafts.server'
import * as document from '../../../../app/routes/organizations/documents/document'
import * as moreDocuments from '../../../../app/routes/organizations/verification-status/documents'
import * as status from '../../../../app/routes/organizations/verification-status/status'
import { HOUR_MS } from '../../../../app/durations'
import { DOCUMENT_TYPES } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { ownSetup, PDF } from '../../../support/own-setup'
import { pageHtml, tagWith } from '../../../support/render'
import { toastOf } from '../../../support/requests'
import { testServices, type TestServices } from '../../../support/services'
import { addDocument, organization, partner, staff } from '../../../support/verifications'

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

const { path, load, send, upload, rows, waiting, moved, pageOf } = ownSetup(db, () => ({ services, own, person }))

describe('documents that are asked for', () => {
  const asking = async (...targets: (string | null)[]) => {
    const application = await waiting()
    const item = (target: string | null, position: number) => ({ target, position, text: `Item ${position}` })
    const items = targets.map(item)
    const target = { verificationId: application.id, version: application.version }
    await db.insert(requestedItems).values(items.map((one) => ({ ...target, ...one })))
    await db.update(verifications).set({ requestedChanges: items.map(({ text }) => text) })
    return application
  }
  const page = async () => {
    const { status: code, location, body } = await load(moreDocuments, path('verification-status/documents'))
    if (code !== 200) return { code, location, types: null }
    const html = await pageHtml(moreDocuments.default, { loaderData: body })
    return { code, location, types: [...html.matchAll(/<option value="(\w+)"/g)].map(([, type]) => type) }
  }
  const NOT_ASKED = 'This document was not requested. Choose one of the requested documents.'

  it('are the only ones that are offered and accepted', async () => {
    const { id } = await asking('document:bank_statement', 'field:basic.address')
    expect((await page()).types).toEqual(['bank_statement'])
    expect(await upload(moreDocuments, PDF, 'tax_certificate')).toMatchObject({
      status: 422,
      body: { result: { error: { type: [NOT_ASKED] } } },
    })
    expect(services.files.size).toBe(0)
    expect(await rows()).toEqual([])
    expect((await upload(moreDocuments, PDF, 'bank_statement')).status).toBe(302)
    expect(await rows()).toMatchObject([{ type: 'bank_statement', verificationId: id }])
  })

  const asItems = (...answers: string[]) => answers.map((text, n): [string, string] => [`answers[${n}]`, text])
  const sendDrawn = (application: { id: string; version: number }, ...answers: string[]) =>
    send(status, path('verification-status'), {
      form: [
        ['application', application.id],
        ['version', String(application.version)],
        ['organizationVersion', String(own.version)],
        ['note', ''],
        ...asItems(...answers),
      ],
    })

  it('are not named to staff who may not read documents', async () => {
    const { id } = await asking('document:bank_statement')
    const came = { type: 'bank_statement' as const, fileName: 'of Aliya.pdf', uploadedAt: services.now() }
    await addDocument(db, { organizationId: own.id, id }, 'pending', came)
    const isTold = async (role: 'manager' | 'cashier') => {
      const { body } = await load(status, path('verification-status'), { actor: await staff(db, role, role) })
      return JSON.stringify(body).includes(came.fileName)
    }
    expect([await isTold('manager'), await isTold('cashier')]).toEqual([true, false])
  })

  it('as the only answer are taken once when sent twice', async () => {
    const application = await asking('document:bank_statement')
    await upload(moreDocuments, PDF, 'bank_statement')
    expect((await sendDrawn(application, '')).status).toBe(302)
    const again = await sendDrawn(application, '')
    expect(again).toMatchObject({ status: 302, location: path(`verification-status?application=${application.id}`) })
    expect(toastOf(again.headers)).toContain('common:toast.notModified')
    expect(await db.$count(timelineEvents, eq(timelineEvents.event, 'resubmitted'))).toBe(1)
  })

  it('sent with an answer after a rejection get 409, and the words are kept', async () => {
    const application = await asking('document:bank_statement', null)
    await db.update(verifications).set({ status: 'rejected', waitingSince: null })
    await moved(application, 'rejected', application.version + 1)
    expect(await sendDrawn(application, '', 'Grain')).toMatchObject({
      status: 409,
      body: { hasChanged: true, result: { initialValue: { answers: ['', 'Grain'] } } },
    })
  })

  it('stay answered in words when more is asked for meanwhile, and new fields show what is stored', async () => {
    await db.update(organizations).set({ autoAcceptOrders: true, address: 'Abay 1' })
    const application = await asking(null)
    const items = [
      { target: null, position: 0, text: 'Item 0' },
      { target: 'field:basic.address', position: 1, text: 'Item 1' },
      { target: 'field:orders.autoAcceptOrders', position: 2, text: 'Item 2' },
    ]
    const version = application.version + 3
    await db.insert(requestedItems).values(items.map((one) => ({ verificationId: application.id, version, ...one })))
    await db.update(verifications).set({ requestedChanges: items.map(({ text }) => text) })
    await moved(application, 'info_requested', version)
    const refused = await sendDrawn(application, 'Grain')
    expect(refused).toMatchObject({ status: 409, body: { hasChanged: true } })
    const typed = new FormData()
    for (const [name, value] of [
      ['application', application.id],
      ['version', String(application.version)],
      ...asItems('Grain'),
    ])
      typed.append(name ?? '', value ?? '')
    const { body } = await load(status, path('verification-status'))
    await keepDraft(services, person, path('verification-status'), typed)
    const { body: restored } = await load(status, path('verification-status'))
    for (const props of [{ loaderData: body, actionData: refused.body }, { loaderData: restored }]) {
      const html = await pageHtml(status.default, props)
      expect(html.match(/name="answers\[\d\]"/g)).toHaveLength(3)
      expect(html).toMatch(/<textarea[^>]*name="answers\[0\]"[^>]*>Grain</)
      expect(html).toMatch(/<textarea[^>]*name="address"[^>]*>Abay 1</)
      expect(tagWith(html, 'name="autoAcceptOrders"')).toContain('checked')
    }
  })

  describe('by an item without a target', () => {
    const REQUIRED = 'This field is required'
    const refusal = async (...given: Parameters<typeof sendDrawn>) =>
      ((await sendDrawn(...given)).body as { result?: { error: object } } | null)?.result?.error
    const isOptional = async () => /1\. Item 0[^<]*<[^>]*>[^<]*optional/i.test(await pageOf())

    it('answer it without words, and the reviewer sees that they do', async () => {
      const application = await asking(null, 'document:bank_statement')
      await upload(moreDocuments, PDF, 'bank_statement')
      expect(await refusal(application, '', '')).toEqual({ 'answers[0]': [REQUIRED] })
      expect(await isOptional()).toBe(false)
      await upload(moreDocuments, { ...PDF, name: 'lease.pdf' }, 'lease_agreement')
      expect(await isOptional()).toBe(true)
      expect((await sendDrawn(application, '', '')).status).toBe(302)
      expect(toastOf((await sendDrawn(application, '', '')).headers)).toContain('common:toast.notModified')
      const lease = (await rows()).find(({ type }) => type === 'lease_agreement')
      const items = await db.select().from(requestedItems).orderBy(requestedItems.position)
      expect(items.map(({ answer }) => answer?.documentIds?.includes(lease?.id ?? ''))).toEqual([true, false])
      const [sent] = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'resubmitted'))
      expect(sent?.items).toEqual(['1 құжат жіберілді', '1 құжат жіберілді'])
    })

    it('do not replace words when there are two such items', async () => {
      const application = await asking(null, null)
      await upload(moreDocuments, PDF, 'lease_agreement')
      expect(await refusal(application, '', '')).toEqual({ 'answers[0]': [REQUIRED], 'answers[1]': [REQUIRED] })
    })

    it('do not replace words when they take the place of a lost file', async () => {
      const application = await asking(null)
      const lost = { type: 'tax_certificate' as const, scanState: 'infected' as const }
      await addDocument(db, { organizationId: own.id, id: application.id }, 'rejected', lost)
      await upload(moreDocuments, PDF, 'tax_certificate')
      expect(await refusal(application, '')).toEqual({ 'answers[0]': [REQUIRED] })
    })
  })

  it('a brand that is asked for is shown without the words and buttons of its setup step', async () => {
    await asking('field:brand')
    const html = await pageOf()
    expect(html).not.toContain('and continue')
    expect(html).not.toMatch(/\bsave\b/)
    expect(html).toContain('Resubmit application')
  })

  it('clear their error, also in the list of errors, once uploaded, while other errors stay', async () => {
    const application = await asking('document:bank_statement', 'document:tax_certificate', null)
    const refused = await sendDrawn(application, '', '', '')
    const html = async () => {
      const { body } = await load(status, path('verification-status'))
      return pageHtml(status.default, { loaderData: body, actionData: refused.body })
    }
    const asksFor = (page: string) => page.match(/Upload the document, or say why/g)?.length
    expect(asksFor(await html())).toBe(4)
    await upload(moreDocuments, PDF, 'bank_statement')
    expect(asksFor(await html())).toBe(2)
    expect(await html()).toContain('This field is required')
  })

  it('do not count when infected, rejected or lost', async () => {
    const application = await asking('document:bank_statement')
    const ids = { organizationId: own.id, id: application.id }
    const since = { type: 'bank_statement' as const, uploadedAt: services.now() }
    await addDocument(db, ids, 'rejected', { ...since, scanState: 'infected' })
    await addDocument(db, ids, 'rejected', since)
    await addDocument(db, ids, 'pending', { ...since, fileMissingSince: services.now() })
    const needed = { 'answers[0]': ['Upload the document, or say why it is missing'] }
    expect(await sendDrawn(application, '')).toMatchObject({ status: 422, body: { result: { error: needed } } })
  })

  it('come on top of the 20 documents, 200 MB, of the application itself', async () => {
    const application = await asking('document:bank_statement')
    const ids = { organizationId: own.id, id: application.id }
    const sizeBytes = 10 * 1024 * 1024
    for (let n = 0; n < 20; n++) await addDocument(db, ids, 'verified', { uploadedAt: new Date(0), sizeBytes })
    expect((await upload(moreDocuments, PDF, 'bank_statement')).status).toBe(302)
  })

  it('count as sent for the request even after the clock was put back', async () => {
    const application = await asking('document:bank_statement')
    await db.update(verifications).set({ waitingSince: new Date(services.now().getTime() + HOUR_MS) })
    await upload(moreDocuments, PDF, 'bank_statement')
    expect(await removable()).toEqual((await rows()).map(({ id }) => id))
    expect((await sendDrawn(application, '')).status).toBe(302)
  })

  it('cannot be deleted once they were judged, and the partner is told so', async () => {
    const { id } = await asking('document:bank_statement')
    const since = { type: 'bank_statement' as const, uploadedAt: services.now() }
    const judged = await addDocument(db, { organizationId: own.id, id }, 'verified', since)
    const at = { params: { documentId: judged.id }, form: {} }
    const late = await send(document, path('documents/x'), at)
    expect(late.location).toBe(path(`verification-status/documents?application=${id}`))
    expect(toastOf(late.headers)).toContain('setup:toast.notRemoved')
    await db.delete(documents)
    const again = await send(document, path('documents/x'), at)
    expect(again.location).toBe(path('verification-status/documents'))
    expect(toastOf(again.headers)).toContain('common:toast.notModified')
  })

  it('can be deleted until the answer is sent, and the words typed stay', async () => {
    const application = await asking('document:lease_agreement', null)
    await upload(moreDocuments, { ...PDF, name: 'wrong.pdf' }, 'lease_agreement')
    const [came] = await rows()
    const documentId = came?.id ?? ''
    const address = path(`documents/${documentId}`)
    expect(tagWith(await pageOf(), '<button', `formAction="${address}"`)).toContain('type="submit"')
    const form: [string, string][] = [
      ['keep', 'on'],
      ['application', application.id],
      ['version', String(application.version)],
      ...asItems('', 'Grain'),
    ]
    const taken = await send(document, address, { params: { documentId }, form })
    expect(taken).toMatchObject({
      status: 302,
      location: path(`verification-status?application=${application.id}#asked`),
    })
    expect(await rows()).toEqual([])
    const html = await pageOf()
    expect(html).toMatch(/<textarea[^>]*name="answers\[1\]"[^>]*>Grain</)
    expect(html).not.toContain('wrong.pdf')
    const judged = { type: 'lease_agreement' as const, uploadedAt: services.now() }
    await addDocument(db, { organizationId: own.id, id: application.id }, 'verified', judged)
    expect(await pageOf()).not.toContain('formAction="/organizations')
  })

  const removable = async () => {
    const { body } = await load(moreDocuments, path('verification-status/documents'))
    const listed = (body as { documents: { id: string; isRemovable: boolean }[] }).documents
    return listed.filter(({ isRemovable }) => isRemovable).map(({ id }) => id)
  }

  it('are the only ones that can be deleted', async () => {
    const { id } = await asking('document:bank_statement')
    const at = { organizationId: own.id, id }
    const since = { uploadedAt: services.now() }
    const other = await addDocument(db, at, 'pending', { type: 'tax_certificate', ...since })
    const asked = await addDocument(db, at, 'pending', { type: 'bank_statement', ...since })
    const earlier = await addDocument(db, at, 'pending', { type: 'bank_statement' })
    expect(await removable()).toEqual([asked.id])
    for (const documentId of [other.id, asked.id, earlier.id])
      await send(document, path('documents/x'), { params: { documentId }, form: {} })
    expect((await rows()).map((one) => one.id).toSorted()).toEqual([other.id, earlier.id].toSorted())
  })

  it('can be neither sent nor deleted while the organization is suspended', async () => {
    const { id } = await asking('document:bank_statement')
    const since = { type: 'bank_statement' as const, uploadedAt: services.now() }
    await addDocument(db, { organizationId: own.id, id }, 'pending', since)
    await db.update(organizations).set({ status: 'suspended' })
    expect(await page()).toMatchObject({ code: 302, location: path('verification-status') })
    expect((await upload(moreDocuments, PDF, 'bank_statement')).status).toBe(409)
    const [sent] = await rows()
    await send(document, path('documents/x'), { params: { documentId: sent?.id ?? '' }, form: {} })
    expect(await rows()).toHaveLength(1)
  })

  it('can be deleted when infected, whatever their verdict and whenever they came', async () => {
    const { id } = await asking('document:bank_statement')
    const held = { type: 'tax_certificate', scanState: 'infected' } as const
    const infected = await addDocument(db, { organizationId: own.id, id }, 'rejected', held)
    expect(await removable()).toEqual([infected.id])
    await send(document, path('documents/x'), { params: { documentId: infected.id }, form: {} })
    expect(await rows()).toEqual([])
  })

  it('have no page when only fields are asked for', async () => {
    await asking('field:basic.address')
    expect(await page()).toMatchObject({ code: 302, location: path('verification-status') })
    expect((await upload(moreDocuments, PDF)).status).toBe(409)
  })

  it.each([null, 'document:of_another_time'])('may be of any type when words are asked for (%s)', async (target) => {
    await asking('document:bank_statement', target)
    expect((await page()).types).toEqual(DOCUMENT_TYPES)
    expect((await upload(moreDocuments, PDF, 'tax_certificate')).status).toBe(302)
  })

  it.each(['infected', 'missing'])('include a new copy of a file that is %s', async (state) => {
    const { id } = await asking('field:basic.address')
    const lost = state === 'infected' ? { scanState: 'infected' as const } : { fileMissingSince: services.now() }
    await addDocument(db, { organizationId: own.id, id }, 'rejected', { type: 'tax_certificate', ...lost })
    expect((await page()).types).toEqual(['tax_certificate'])
    expect(await pageOf()).toContain('Upload more documents')
    expect((await upload(moreDocuments, PDF, 'tax_certificate')).status).toBe(302)
  })
})
