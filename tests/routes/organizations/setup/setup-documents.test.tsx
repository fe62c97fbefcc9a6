import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../../app/db/schema/audit'
import { documents } from '../../../../app/db/schema/documents'
import { organizations } from '../../../../app/db/schema/organizations'
import type { Actor } from '../../../../app/domain/access'
import { DOCUMENTS_AT_MOST } from '../../../../app/domain/files/limits'
import * as document from '../../../../app/routes/organizations/documents/document'
import * as documentsStep from '../../../../app/routes/organizations/setup/documents'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { exifSegment, jpegFile, JFIF, pdfFile, pngFile } from '../../../support/files'
import { ownSetup, PDF, type File } from '../../../support/own-setup'
import { pageHtml } from '../../../support/render'
import { toastOf } from '../../../support/requests'
import { testServices, type TestServices } from '../../../support/services'
import { addDocument, organization, partner, verification } from '../../../support/verifications'

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

const { path, load, send, upload, rows, makeReady } = ownSetup(db, () => ({ services, own, person }))

describe('a document', () => {
  it.each<[string, File, string]>([
    ['a PDF', PDF, 'application/pdf'],
    ['a PNG', { content: pngFile(), name: 'Скан №1.PNG' }, 'image/png'],
    ['a JPEG', { content: jpegFile(), name: '营业执照.jpeg' }, 'image/jpeg'],
  ])('is accepted and stored byte for byte: %s', async (_name, file, mediaType) => {
    const answer = await upload(documentsStep, file)
    expect(answer).toMatchObject({ status: 302, location: path('setup/documents') })
    const [row] = await rows()
    expect(row).toMatchObject({
      mediaType,
      fileName: file.name,
      status: 'pending',
      verificationId: null,
      organizationId: own.id,
    })
    expect(row?.storageKey).not.toContain(file.name)
    expect([...(services.files.get(row?.storageKey ?? '') ?? [])]).toEqual([...file.content])
  })

  it('loses the location in its metadata before it is stored', async () => {
    await upload(documentsStep, { content: jpegFile({ segments: [exifSegment(1), JFIF] }), name: 'photo.jpg' })
    const [row] = await rows()
    const kept = Buffer.from(services.files.get(row?.storageKey ?? '') ?? [])
    expect(kept.includes('43.2389N')).toBe(false)
    expect(row?.sizeBytes).toBe(kept.length)
  })

  it.each<[string, File | null, string]>([
    ['none', null, 'This field is required'],
    ['an empty one', { content: new Uint8Array(), name: 'a.pdf' }, 'The file is empty. Choose another one.'],
    [
      'a program',
      { content: Buffer.from('MZ...'), name: 'a.pdf' },
      'Only PDF, PNG and JPEG files are accepted. Save the file as one of these and upload it again.',
    ],
    [
      'a cut one',
      { content: pdfFile().subarray(0, -9), name: 'a.pdf' },
      'The file is damaged or incomplete. Save it again and upload the new copy.',
    ],
    [
      'a PNG named as a PDF',
      { content: pngFile(), name: 'a.pdf' },
      'The file extension does not match the content. Save the file as PDF, PNG or JPEG and upload it again.',
    ],
    [
      'a flood of pixels',
      { content: pngFile({ width: 50_000 }), name: 'a.png' },
      'The picture is larger than 10,000 pixels on a side. Reduce it and upload it again.',
    ],
    [
      'a large one',
      { content: pdfFile({ padBytes: 10 * 1024 * 1024 }), name: 'a.pdf' },
      'The file is larger than 10 MB. Reduce it and upload it again.',
    ],
  ])('is refused with words of its own: %s', async (_name, file, message) => {
    const answer = await upload(documentsStep, file, 'tax_certificate')
    expect(answer).toMatchObject({
      status: 422,
      body: { result: { initialValue: { type: 'tax_certificate' }, error: { file: [message] } } },
    })
    expect(await rows()).toEqual([])
    expect(services.files.size).toBe(0)
  })

  it('that is missing is asked to be chosen, and so is its type', async () => {
    const answer = await upload(documentsStep, null, '', { language: 'ru' })
    const error = { type: ['Выберите один из вариантов'], file: ['Выберите файл'] }
    expect(answer).toMatchObject({ status: 422, body: { result: { error } } })
  })

  it('has a page with one primary button: Upload while one is missing, Continue once none is', async () => {
    const primary = async () => {
      const { body } = await load(documentsStep, path('setup/documents'))
      const html = await pageHtml(documentsStep.default, { loaderData: body })
      return [...html.matchAll(/<(?:button|a)\b[^>]*button-primary[^>]*>.*?<\/(?:button|a)>/gs)].map(([all]) =>
        all.replaceAll(/<[^>]*>/g, '').trim(),
      )
    }
    expect(await primary()).toEqual(['Upload'])
    await makeReady()
    expect(await primary()).toEqual(['Continue'])
  })

  it('without a type is refused with 422', async () => {
    const answer = await upload(documentsStep, PDF, '')
    expect(answer).toMatchObject({ status: 422, body: { result: { error: { type: ['This field is required'] } } } })
    expect(services.files.size).toBe(0)
  })

  it('is one of at most 20, even when several arrive at once', async () => {
    for (let count = 0; count < 18; count++)
      await addDocument(db, { organizationId: own.id, id: '' }, 'pending', { verificationId: null })
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(documentsStep, PDF)))
    expect(answers.filter(({ status: answered }) => answered === 302)).toHaveLength(2)
    expect(await db.$count(documents)).toBe(20)
    expect(services.files.size).toBe(2)
    await db.delete(documents).where(eq(documents.id, (await rows())[0]?.id ?? ''))
    const two = await Promise.all([upload(documentsStep, PDF), upload(documentsStep, PDF)])
    expect(two.filter(({ status: answered }) => answered === 302)).toHaveLength(1)
    expect(await db.$count(documents)).toBe(20)
    expect(await upload(documentsStep, PDF)).toMatchObject({
      status: 409,
      body: { result: { error: { file: ['You already have 20 documents. Delete one to upload another.'] } } },
    })
  })

  it('can be added again once the 20 before belong to a rejected application', async () => {
    for (let n = 0; n < DOCUMENTS_AT_MOST; n++)
      await addDocument(db, { organizationId: own.id, id: '' }, 'pending', { verificationId: null })
    expect(await upload(documentsStep, PDF)).toMatchObject({ status: 409 })
    const { id } = await verification(db, { organizationId: own.id, status: 'rejected' })
    await db.update(documents).set({ verificationId: id })
    await db.update(organizations).set({ status: 'rejected' })
    expect(await upload(documentsStep, PDF)).toMatchObject({ status: 302 })
  })

  it('answers 500, says so and leaves no row when the disk is full', async () => {
    services.documents.receive = async (content) => {
      for await (const chunk of content)
        throw Object.assign(new Error(`no space for ${chunk.length}`), { code: 'ENOSPC' })
      return 'too-large'
    }
    const answer = await upload(documentsStep, { content: pdfFile({ padBytes: 3_000_000 }), name: 'a.pdf' })
    expect(answer).toMatchObject({
      status: 500,
      body: {
        result: {
          initialValue: { type: 'business_license' },
          error: { file: ['The file could not be stored. Try again later.'] },
        },
      },
    })
    expect(await rows()).toEqual([])
    expect(services.reported).toHaveLength(1)
  })

  it('leaves no file when its row cannot be added', async () => {
    const broken = {
      ...services,
      db: Object.create(db, {
        transaction: {
          value: (work: never) => (services.files.size > 0 ? Promise.reject(new Error('gone')) : db.transaction(work)),
        },
      }),
    }
    const healthy = services
    services = broken
    const answer = await upload(documentsStep, PDF)
    services = healthy
    expect(answer.status).toBe(500)
    expect(services.files.size).toBe(0)
  })

  it('is served to its own organization only, under a policy that lets nothing in it load', async () => {
    await upload(documentsStep, PDF)
    const [row] = await rows()
    const at = { params: { documentId: row?.id ?? '' } }
    const answer = await load(document, path('documents/x'), at)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const stranger = await partner(db, (await organization(db)).id)
    expect((await load(document, path('documents/x'), { ...at, actor: stranger })).status).toBe(404)
  })

  const removableOnPage = async () => {
    const { body } = await load(documentsStep, path('setup/documents'))
    return (body as { documents: { isRemovable: boolean }[] }).documents.map(({ isRemovable }) => isRemovable)
  }

  it.each(['pending', 'rejected'] as const)('can be deleted with its file until it is verified: %s', async (status) => {
    await upload(documentsStep, PDF)
    const [row] = await rows()
    const at = { params: { documentId: row?.id ?? '' }, form: {} }
    await db.update(documents).set({ status: 'verified' })
    expect(await removableOnPage()).toEqual([false])
    const late = await send(document, path('documents/x'), at)
    expect(late.location).toBe(path('setup/documents'))
    expect(toastOf(late.headers)).toContain('setup:toast.notRemoved')
    expect(await db.$count(documents)).toBe(1)
    await db.update(documents).set({ status })
    expect(await removableOnPage()).toEqual([true])
    expect(await send(document, path('documents/x'), at)).toMatchObject({
      status: 302,
      location: path('setup/documents'),
    })
    expect(await rows()).toEqual([])
    expect(services.files.size).toBe(0)
    const taken = { document: row?.id, type: row?.type }
    const of = { mediaType: 'application/pdf', sizeBytes: PDF.content.length }
    expect(await db.select().from(auditLog).orderBy(auditLog.position)).toMatchObject([
      { action: 'document.add', after: { ...taken, ...of } },
      { action: 'document.remove', before: taken },
    ])
  })

  it('can be deleted when it holds a virus, even though it was verified', async () => {
    await upload(documentsStep, PDF)
    await db.update(documents).set({ status: 'verified', scanState: 'infected' })
    expect(await removableOnPage()).toEqual([true])
    const [row] = await rows()
    await send(document, path('documents/x'), { params: { documentId: row?.id ?? '' }, form: {} })
    expect(await rows()).toEqual([])
  })

  it('cannot be deleted once the application is under way, and the partner is told so', async () => {
    await upload(documentsStep, PDF)
    await db.update(organizations).set({ status: 'pending' })
    const [row] = await rows()
    const late = await send(document, path('documents/x'), { params: { documentId: row?.id ?? '' }, form: {} })
    expect(late).toMatchObject({ status: 302, location: path('verification-status') })
    expect(toastOf(late.headers)).toContain('setup:toast.notRemoved')
    expect(await db.$count(documents)).toBe(1)
  })

  it('of another organization cannot be deleted through one’s own', async () => {
    await upload(documentsStep, PDF)
    const stranger = await organization(db, { status: 'draft' })
    await db.update(documents).set({ organizationId: stranger.id })
    const [row] = await db.select().from(documents)
    await send(document, path('documents/x'), { params: { documentId: row?.id ?? '' }, form: {} })
    expect(await db.$count(documents)).toBe(1)
    expect(services.files.size).toBe(1)
  })

  it('answers 409 when added while the application is under way', async () => {
    await db.update(organizations).set({ status: 'pending' })
    expect(await upload(documentsStep, PDF)).toMatchObject({
      status: 409,
      body: {
        result: {
          error: {
            file: ['Documents can no longer be added here. Check the application status.'],
          },
        },
      },
    })
  })
})
