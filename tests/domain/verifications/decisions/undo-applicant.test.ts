import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { UNDO_MS } from '../../../../app/durations'
import { documents } from '../../../../app/db/schema/documents'
import { organizations } from '../../../../app/db/schema/organizations'
import { requestedItems, submissions } from '../../../../app/db/schema/reviews'
import type { Actor } from '../../../../app/domain/access'
import { deliverDue } from '../../../../app/domain/messages/outbox.server'
import {
  addDocument as sendDocument,
  openUpload,
  removeDocument,
} from '../../../../app/domain/setup/change-documents.server'
import { DOCUMENT_MAX_BYTES } from '../../../../app/domain/files/limits'
import { findLandingPath } from '../../../../app/domain/join/landing-path.server'
import { answerRequest } from '../../../../app/domain/setup/answers/answer-request.server'
import { submitOrganization } from '../../../../app/domain/setup/submit.server'
import { findVerificationStatus } from '../../../../app/domain/setup/verification-status.server'
import { findOwnUndoable } from '../../../../app/domain/verifications/decisions/undo.server'
import * as documentsPage from '../../../../app/routes/organizations/verification-status/documents'
import * as statusPage from '../../../../app/routes/organizations/verification-status/status'
import type { StatusView } from '../../../../app/routes/organizations/verification-status/status-view.server'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { pdfFile } from '../../../support/files'
import { answerOf, visit } from '../../../support/requests'
import { testServices } from '../../../support/services'
import { undoable } from '../../../support/undoable'
import { addDocument, partner, permitOf, staff, verification } from '../../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let olga: Actor

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  services.delivered.length = 0
  olga = await staff(db, 'admin', 'Ольга Ким')
})

const { DECISIONS, undo, given, holds } = undoable(db, () => ({ services, olga }))

describe('the applicant', () => {
  const add = async (own: Parameters<typeof sendDocument>[1], organizationId: string, by = services) => {
    const incoming = await services.documents.receive(
      new Blob([new Uint8Array(pdfFile())]).stream(),
      DOCUMENT_MAX_BYTES,
    )
    if (incoming === 'too-large') throw new Error(incoming)
    const sent = { formId: null, organizationId, type: 'bank_statement', fileName: 'lease.pdf' } as const
    return sendDocument(by, own, { ...sent, incoming, requestId: 'req' })
  }

  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['request-info', 'need_more_info'],
  ] as const)('notices nothing of a decision to %s until the minute to undo it is over', async (act, status) => {
    const { opened, organizationId } = await given()
    const person = await partner(db, organizationId)
    const own = permitOf(person, 'setup.own')
    const at = { actor: person, params: { organizationId } }
    const answered = { application: opened.id, version: String(opened.version), organizationVersion: '1', note: '' }
    const seen = async () => {
      const found = await findVerificationStatus(services, own, organizationId)
      const page = await answerOf(() => documentsPage.loader(visit(services, '/x', at) as never))
      const answer = await answerOf(() => statusPage.action(visit(services, '/x', { ...at, form: answered }) as never))
      return {
        organization: found?.organization.status,
        organizationVersion: found?.organization.version,
        status: found?.application?.status,
        version: found?.application?.version,
        reason: found?.application?.rejectionReason,
        documents: found?.application?.documents.map(({ status }) => status),
        events: found?.application?.timeline.map(({ event }) => event),
        upload: await openUpload(services, own, organizationId),
        added: await add(own, organizationId),
        page: { status: page.status, location: page.location },
        answer: { status: answer.status, body: answer.body },
      }
    }
    const before = await seen()
    await DECISIONS[act](olga, opened.id, opened.version)
    services.clock.advance(UNDO_MS - 1)
    expect(await seen()).toEqual(before)
    expect(await undo(olga, opened.id, opened.version + 1)).toMatchObject({ kind: 'done' })
    await DECISIONS[act](olga, opened.id, opened.version + 2)
    services.clock.advance(UNDO_MS)
    expect((await seen()).status).toBe(status)
  })

  describe('whose application is rejected while it waits for their answer', () => {
    const waiting = async () => {
      const made = await given({ status: 'need_more_info', requestedChanges: ['A readable lease'] })
      const own = permitOf(await partner(db, made.organizationId), 'setup.own')
      const document = await addDocument(db, made.opened, 'pending', { uploadedAt: services.now() })
      await DECISIONS.reject(olga, made.opened.id, made.opened.version)
      services.clock.advance(UNDO_MS - 1)
      return { ...made, document, own, page: () => findVerificationStatus(services, own, made.organizationId) }
    }
    const withoutRemoval = {
      ...services,
      documents: { ...services.documents, remove: () => Promise.reject(new Error('away')) },
    }
    const ACTED = { kind: 'conflict', now: { because: 'acted' } }

    it('may add a document within the minute, which ends the undo', async () => {
      const { opened, organizationId, own } = await waiting()
      const upload = await openUpload(services, own, organizationId)
      expect(upload.kind).toBe('done')
      expect(await add(own, organizationId)).toMatchObject({ kind: 'done' })
      const sent = await db.select().from(documents).where(eq(documents.type, 'bank_statement'))
      expect(sent).toMatchObject([{ verificationId: opened.id }])
      expect(await undo(olga, opened.id, opened.version + 1)).toEqual(ACTED)
    })

    it.each([
      ['does not give up its file', () => Promise.reject(new Error('away'))],
      ['does not answer', () => new Promise<void>(() => {})],
    ])('may remove a document although the file store %s', async (_name, remove) => {
      const { organizationId, own, document } = await waiting()
      const target = { organizationId, documentId: document.id, requestId: 'req' }
      const store = { ...services, documents: { ...services.documents, remove } }
      expect((await removeDocument(store, own, target)).kind).toBe('done')
      expect(await db.select().from(documents).where(eq(documents.id, document.id))).toEqual([])
    })

    it('is told why a document is refused although the file store does not delete its file', async () => {
      const { organizationId, own } = await waiting()
      await db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, organizationId))
      expect(await add(own, organizationId, withoutRemoval)).toEqual({ kind: 'conflict', now: 'closed' })
    })

    it('may remove a document within the minute, which ends the undo', async () => {
      const { opened, organizationId, own, document } = await waiting()
      const target = { organizationId, documentId: document.id, requestId: 'req' }
      expect((await removeDocument(services, own, target)).kind).toBe('done')
      expect(await undo(olga, opened.id, opened.version + 1)).toEqual(ACTED)
    })

    it('makes the decision final by answering within the minute, and is told of it at once', async () => {
      const { opened, organizationId, own, page } = await waiting()
      expect((await page())?.application).toMatchObject({ status: 'need_more_info', version: opened.version })
      expect(await deliverDue(services)).toBe(0)
      const answers = { application: opened.id, version: opened.version, organizationVersion: 1, note: null }
      const outcome = await answerRequest(
        services,
        own,
        { organizationId, requestId: 'req' },
        { ...answers, answers: [{ text: 'Here it is', fields: null }] },
      )
      expect(outcome).toMatchObject({ kind: 'conflict', now: { because: 'state', status: 'rejected' } })
      expect((await page())?.application).toMatchObject({ status: 'rejected', rejectionReason: 'Expired' })
      expect(await deliverDue(services)).toBe(1)
      expect(await findOwnUndoable(services, olga, opened.id)).toBeNull()
      expect(await undo(olga, opened.id, opened.version + 1)).toEqual(ACTED)
    })
  })

  it('lands on the same page and cannot submit anew until the minute to undo a rejection is over', async () => {
    const { opened, organizationId } = await given()
    const person = await partner(db, organizationId)
    const page = (name: string) => `/organizations/${organizationId}/${name}`
    await DECISIONS.reject(olga, opened.id, opened.version)
    const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
    expect(row?.status).toBe('rejected')
    expect(await findLandingPath(services, person.id)).toBe(page('verification-status'))
    const submitting = { organizationId, version: row?.version ?? 0, requestId: 'req' }
    const own = permitOf(person, 'setup.own')
    expect((await submitOrganization(services, own, submitting)).kind).toBe('unchanged')
    services.clock.advance(UNDO_MS)
    expect(await findLandingPath(services, person.id)).toBe(page('setup'))
    expect((await submitOrganization(services, own, submitting)).kind).toBe('conflict')
  })

  it('sees neither of two decisions until the minute is over, and the same application as before', async () => {
    const { organizationId } = await given({ type: 'initial_registration', status: 'approved' })
    const modes = { currentMode: 'self_operated', requestedMode: 'hybrid' } as const
    const open = { organizationId, status: 'under_review', reviewer: olga } as const
    const older = await verification(db, { ...open, type: 'operation_mode_change', ...modes })
    const newer = await verification(db, { ...open, type: 'business_license_renewal' })
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    const seen = async () => {
      const found = await findVerificationStatus(services, own, organizationId)
      return [found?.organization.operationMode, found?.application?.id, found?.application?.status]
    }
    const before = await seen()
    expect((await DECISIONS.approve(olga, older.id, older.version)).kind).toBe('done')
    expect(await seen()).toEqual(before)
    services.clock.advance(1000)
    expect((await DECISIONS.approve(olga, newer.id, newer.version)).kind).toBe('done')
    expect(await seen()).toEqual(before)
    services.clock.advance(UNDO_MS)
    expect(await seen()).not.toEqual(before)
  })

  it('sees neither of two approvals that both change the organization until the minute is over', async () => {
    const { organizationId } = await given({ type: 'initial_registration', status: 'approved' })
    const modes = { currentMode: 'self_operated', requestedMode: 'hybrid' } as const
    const open = { organizationId, status: 'under_review', reviewer: olga } as const
    const mode = await verification(db, { ...open, type: 'operation_mode_change', ...modes })
    const moved = await verification(db, { ...open, type: 'address_change' })
    const sent = { verificationId: moved.id, version: 1, submittedAt: moved.submittedAt, documents: [] }
    await db.insert(submissions).values({ ...sent, fields: { 'basic.address': 'Dostyk 5' } })
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    const seen = async () => {
      const found = await findVerificationStatus(services, own, organizationId)
      return [found?.organization.operationMode, found?.organization.address]
    }
    const before = await seen()
    for (const { id, version } of [mode, moved]) {
      expect((await DECISIONS.approve(olga, id, version)).kind).toBe('done')
      services.clock.advance(1000)
    }
    expect(await seen()).toEqual(before)
    services.clock.advance(UNDO_MS)
    expect(await seen()).toEqual(['hybrid', 'Dostyk 5'])
  })

  it('may send the form they see although another of their applications was approved since', async () => {
    const { opened, organizationId } = await given({ type: 'address_change' })
    const sent = { verificationId: opened.id, version: 1, submittedAt: opened.submittedAt, documents: [] }
    await db.insert(submissions).values({ ...sent, fields: { 'basic.address': 'Dostyk 5' } })
    const requestedChanges = ['Correct the address']
    const waiting = await verification(db, { organizationId, status: 'need_more_info', requestedChanges })
    const item = { position: 0, text: requestedChanges[0] ?? '', target: 'field:basic.address' }
    await db.insert(requestedItems).values({ verificationId: waiting.id, version: waiting.version, ...item })
    await DECISIONS.approve(olga, opened.id, opened.version)
    const at = { actor: await partner(db, organizationId), params: { organizationId } }
    const { own } = await statusPage.loader(visit(services, '/x', at) as never)
    const { organizationVersion, values } = own as StatusView
    const form = {
      application: waiting.id,
      version: String(waiting.version),
      organizationVersion: String(organizationVersion),
      address: String(values.address),
      note: '',
    }
    const answered = await answerOf(() => statusPage.action(visit(services, '/x', { ...at, form }) as never))
    expect(answered.status).toBe(302)
    expect((await holds(opened.id, organizationId)).of).toMatchObject({ address: 'Dostyk 5' })
  })

  it('gets an identical page while an approval can be undone', async () => {
    const { opened, organizationId } = await given({ type: 'initial_registration' })
    const at = { actor: await partner(db, organizationId), params: { organizationId } }
    const page = async () => JSON.stringify(await statusPage.loader(visit(services, '/x', at) as never))
    const before = await page()
    expect((await DECISIONS.approve(olga, opened.id, opened.version)).kind).toBe('done')
    expect(await page()).toBe(before)
    services.clock.advance(UNDO_MS)
    expect(await page()).not.toBe(before)
  })

  it('keeps seeing a delivered decision after the clock is set back, and nobody can undo it', async () => {
    const { opened, organizationId } = await given()
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    const decidedAt = services.now()
    await DECISIONS.reject(olga, opened.id, opened.version)
    services.clock.advance(UNDO_MS)
    expect(await deliverDue(services)).toBe(1)
    services.clock.set(new Date(decidedAt.getTime() - 84 * 60_000).toISOString())
    const found = await findVerificationStatus(services, own, organizationId)
    expect(found?.application).toMatchObject({ status: 'rejected', rejectionReason: 'Expired' })
    expect(await findOwnUndoable(services, olga, opened.id)).toBeNull()
    const late = { kind: 'conflict', now: { because: 'late' } }
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual(late)
  })

  it('never sees an undone decision in the history', async () => {
    const { opened, organizationId } = await given()
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    await DECISIONS.reject(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    const found = await findVerificationStatus(services, own, organizationId)
    expect(found?.application?.timeline.map(({ event }) => event)).toEqual(['review_started', 'submitted'])
  })
})
