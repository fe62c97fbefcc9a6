import { beforeEach, describe, expect, it } from 'vitest'
import { documents } from '../../../app/db/schema/documents'
import { organizations } from '../../../app/db/schema/organizations'
import { templates } from '../../../app/db/schema/templates'
import { verifications } from '../../../app/db/schema/verifications'
import type { Actor } from '../../../app/domain/access'
import { INSERT } from '../../../app/domain/verifications/templates/insert-template'
import * as documentDialog from '../../../app/routes/organizations/documents/verdict'
import Detail, { loader as detail } from '../../../app/routes/organizations/detail'
import { openedAudit } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { addTemplate } from '../../support/templates'
import { HOUR_MS } from '../../../app/durations'
import { addDocument, organization, verification } from '../../support/verifications'
import { organizationDialogs } from '../../support/organization-dialogs'
import { reviewers } from '../../support/reviews'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ admin, manager, cashier } = await reviewers(db))
})

const { call, at, post, get, acts } = organizationDialogs(db, () => ({ services }))

describe('a document', () => {
  const open = async (
    more: Parameters<typeof addDocument>[2] = 'pending',
    status: 'under_review' | 'approved' = 'under_review',
  ) => {
    const { id } = await organization(db)
    const application = await verification(db, { organizationId: id, status, reviewer: manager })
    const document = await addDocument(db, application, more)
    return { id, params: { documentId: document.id }, documentId: document.id }
  }
  const judge = (word: string, of: Awaited<ReturnType<typeof open>>, actor: Actor, form: Record<string, string>) =>
    post(documentDialog, of.id, `documents/${of.documentId}/${word}`, actor, form, of.params)
  const rejecting = ({ id, documentId }: Awaited<ReturnType<typeof open>>) =>
    documentDialog.loader(
      visit(services, at(id, `documents/${documentId}/reject`), {
        actor: manager,
        params: { id, documentId },
      }) as never,
    )
  const now = async () => (await db.select().from(documents))[0]

  it('is verified with the person and the time, and an audit row', async () => {
    const document = await open()
    const done = await judge('verify', document, manager, { seen: 'pending' })
    expect(done.location).toBe(`/organizations/${document.id}?tab=documents`)
    expect(await now()).toMatchObject({ status: 'verified', reviewedBy: manager.id, reviewedAt: services.now() })
    expect(await openedAudit(db)).toMatchObject([
      {
        action: 'document.verify',
        objectId: document.id,
        before: { document: document.documentId, status: 'pending' },
        after: { document: document.documentId, type: 'business_license', status: 'verified' },
        reason: null,
      },
    ])
  })

  it('can be rejected again for another reason, while the same reason counts once', async () => {
    const document = await open()
    for (const [seen, reason] of [
      ['pending', 'Unreadable'],
      ['pending', 'Unreadable'],
      ['rejected', 'Page 2 is missing'],
    ] as const)
      expect((await judge('reject', document, manager, { seen, reason })).status).toBe(302)
    expect(await now()).toMatchObject({ status: 'rejected', rejectionReason: 'Page 2 is missing' })
    const told = await openedAudit(db)
    expect(told.map(({ action, reason }) => [action, reason])).toEqual([
      ['document.reject', 'Unreadable'],
      ['document.reject', 'Page 2 is missing'],
    ])
  })

  it('of one’s own application is judged by others only, and a verdict is offered only to them', async () => {
    const document = await open()
    await db.update(verifications).set({ submittedBy: manager.id })
    for (const word of ['verify', 'reject']) {
      for (const reason of ['Unreadable', ''])
        expect((await judge(word, document, manager, { seen: 'pending', reason })).status).toBe(403)
      expect(
        (await get(documentDialog, document.id, `documents/${document.documentId}/${word}`, manager, document.params))
          .status,
      ).toBe(403)
    }
    expect(await now()).toMatchObject({ status: 'pending', reviewedBy: null })
    expect(await acts()).toEqual([])
    const offered = async (actor: Actor) => {
      const { body } = await call(detail, `/organizations/${document.id}?tab=documents`, actor, { id: document.id })
      const html = await pageHtml(Detail, { loaderData: body })
      return ['verify', 'reject', 'file'].filter((word) => html.includes(`/documents/${document.documentId}/${word}`))
    }
    expect(await offered(manager)).toEqual(['file'])
    expect(await offered(admin)).toEqual(['verify', 'reject', 'file'])
    expect((await judge('verify', document, admin, { seen: 'pending' })).status).toBe(302)
  })

  it('that was replaced says only that, and no verdict on it is offered', async () => {
    const { id } = await organization(db)
    const path = ['submitted', 'review_started', 'info_requested', 'resubmitted'] as const
    const application = await verification(db, { organizationId: id, path: [...path] })
    const send = (round: number) =>
      addDocument(db, application, 'pending', {
        uploadedAt: new Date(application.submittedAt.getTime() + round * 3 * HOUR_MS),
      })
    const [old, now] = [await send(0), await send(1)]
    const { body } = await call(detail, `/organizations/${id}?tab=documents`, manager, { id })
    const html = await pageHtml(Detail, { loaderData: body })
    const rowOf = (documentId: string) => html.split('<tr').find((row) => row.includes(documentId)) ?? ''
    const told = [old, now].map((document) =>
      ['Replaced', 'Pending', '/verify'].map((word) => rowOf(document.id).includes(word)),
    )
    expect(told).toEqual([
      [true, false, false],
      [false, true, true],
    ])
  })

  it('is rejected only with a reason', async () => {
    const document = await open()
    expect((await judge('reject', document, manager, { seen: 'pending', reason: '' })).status).toBe(422)
    expect((await judge('reject', document, manager, { seen: 'pending', reason: 'Unreadable' })).status).toBe(302)
    expect(await now()).toMatchObject({ status: 'rejected', rejectionReason: 'Unreadable' })
  })

  it('is rejected with a template in the applicant’s language, whose use is counted', async () => {
    const document = await open()
    await db.update(organizations).set({ defaultLocale: 'kk' })
    const template = await addTemplate(db, { use: 'document_rejection' })
    expect(await rejecting(document)).toMatchObject({
      offer: { readsName: 'Қазақша', templates: [{ id: template, reader: '{document}: it cannot be read.' }] },
    })
    const inserted = await judge('reject', document, manager, { seen: 'pending', pick: template, intent: INSERT })
    const { initialValue } = (inserted.body as { result: { initialValue: { reason: string; template: string } } })
      .result
    expect([inserted.status, (await now())?.status]).toEqual([200, 'pending'])
    expect(initialValue).toMatchObject({ template })
    expect(initialValue.reason).toMatch(/: мәтіні оқылмайды\.$/)
    await judge('reject', document, manager, { seen: 'pending', ...initialValue })
    expect(await now()).toMatchObject({
      status: 'rejected',
      rejectionReason: initialValue.reason,
      rejectionTemplateId: template,
      rejectionTexts: { en: 'Business license: it cannot be read.' },
    })
    expect(await db.select().from(templates)).toMatchObject([{ usedCount: 1 }])
  })

  it('without an application is rejected without templates', async () => {
    const document = await open()
    await db.update(documents).set({ verificationId: null })
    await addTemplate(db, { use: 'document_rejection' })
    expect(await rejecting(document)).toMatchObject({ offer: null })
    expect((await judge('reject', document, manager, { seen: 'pending', reason: 'Unreadable' })).status).toBe(302)
  })

  it('judged by somebody else meanwhile answers 409 and keeps the reason', async () => {
    const document = await open('verified')
    const late = await judge('reject', document, manager, { seen: 'pending', reason: 'Unreadable' })
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        result: { initialValue: { reason: 'Unreadable' } },
        seen: { seen: 'verified' },
        conflict: { status: 'verified' },
      },
    ])
    expect(await now()).toMatchObject({ status: 'verified' })
  })

  it('of an approved application can no longer be rejected', async () => {
    const document = await open('verified', 'approved')
    expect((await judge('reject', document, manager, { seen: 'verified', reason: 'No' })).status).toBe(409)
    expect(await now()).toMatchObject({ status: 'verified' })
  })

  it('answers 403 to a verdict of a cashier, and 404 under another organization', async () => {
    const document = await open()
    expect((await judge('verify', document, cashier, { seen: 'pending' })).status).toBe(403)
    const elsewhere = { ...document, id: (await organization(db)).id }
    expect((await judge('verify', elsewhere, manager, { seen: 'pending' })).status).toBe(404)
    expect(await now()).toMatchObject({ status: 'pending' })
  })
})
